//! A path that a search has found can be gone again, tuple by tuple, and breaks the property
//! where it says so.

use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::NodeId;
use trailhound_flow::property::Property;
use trailhound_flow::search::{AbstractPath, Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_flow::tuples::JointStates;
use trailhound_search::{Limits, Unwatched};

use crate::random::{PROPERTIES, graph};

/// Goes along a path; what is wrong with it, if something is.
fn replay(subject: &Subject, path: &AbstractPath) -> Result<(), String> {
    let mut joints = JointStates::new(subject);
    let number = |node: NodeId| subject.nodes.iter().position(|&kept| kept == node);
    let mut at = joints.initial();
    let mut trap = None;
    for (place, step) in path.steps.iter().enumerate() {
        let node = number(step.node).ok_or("a node that was taken out")? as u32;
        let before = joints.property(at.joint);
        let mut next = Vec::new();
        let mut from = 0;
        while let Some((choice, made)) = joints.next(at, from) {
            from = choice + 1;
            if (made.node, joints.property(made.joint)) == (node, step.property) {
                next.push(made);
            }
        }
        let [after] = next[..] else {
            return Err(format!("{} tuples follow at step {place}", next.len()));
        };
        let expected = match step.symbol {
            Some(symbol) => subject.rule.next(before, symbol),
            None => before,
        };
        if expected != step.property {
            return Err(format!("the event at step {place} leads elsewhere"));
        }
        if joints.is_trapped(at.joint, after.joint) {
            trap = Some(place);
        }
        at = after;
    }
    if trap != path.trap {
        return Err(format!("the trap is at {trap:?}, not at {:?}", path.trap));
    }
    let is_over =
        path.steps.last().map(|step| number(step.node)) == Some(Some(subject.last as usize));
    match path.is_complete {
        true if !is_over || !joints.is_violation(at.joint) => Err("no violation".to_owned()),
        false if trap != Some(path.steps.len() - 1) => Err("no trap at its end".to_owned()),
        _ => Ok(()),
    }
}

#[test]
fn paths_can_be_gone_again() {
    let (mut complete, mut prefixes) = (0, 0);
    for seed in 5000..5200 {
        let graph = graph(seed);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let constraints = Constraint::all(&graph);
        let kept = constraints.len() * (seed as usize % 3) / 2;
        let subject = Subject::new(&graph, &property, &constraints[..kept]).expect("it is small");
        for name in SearchName::all() {
            let outcome = search(&subject, name, &Limits::default(), &mut Unwatched);
            let path = match &outcome.answer {
                Answer::Violated(Some(path)) => path,
                Answer::HoldsAtTheEnd(path) => path,
                Answer::Holds => continue,
                other => panic!("seed {seed}, {name}: {other:?}"),
            };
            match path.is_complete {
                true => complete += 1,
                false => prefixes += 1,
            }
            if let Err(what) = replay(&subject, path) {
                panic!("seed {seed}, {name}: {what}\n{path:?}");
            }
        }
    }
    assert!(complete > 1000 && prefixes > 100, "{complete}, {prefixes}");
}
