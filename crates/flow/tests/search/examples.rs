//! The example of the paper's Fig. 1 and what its constraints are for.

use trailhound_flow::action::Action;
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::Property;
use trailhound_flow::refine::Refinement;
use trailhound_flow::search::{Allowance, Answer, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::{Limits, Unwatched};

use crate::random::{Builder, object};

/// Two tasks that each lock if a flag says so, and set it.
fn two_lockers() -> TraceFlowGraph {
    let mut builder = Builder::new();
    let (initial, last) = (builder.graph.initial, builder.graph.final_node);
    let flag = |value| Action::Write {
        object: Some(object("locked")),
        value: Some(value),
    };
    let test = |value, equal| Action::Test {
        object: object("locked"),
        value,
        equal,
    };
    let call = |name: &str| Action::Call {
        function: name.to_owned(),
        arguments: vec![],
    };
    builder.graph.nodes[0].actions = vec![flag(0)];
    let main = builder.task("main");
    let begin = builder.node(&[main], vec![Action::Start]);
    builder.edge(initial, begin);
    let mut at = begin;
    let mut joins = Vec::new();
    for number in 1..=2 {
        let task = builder.task(&format!("worker#{number}"));
        let start = builder.node(&[main, task], vec![Action::Start]);
        // The test and the assignment are one step, as under a lock.
        let free = builder.node(&[task], vec![test(1, false), flag(1)]);
        let taken = builder.node(&[task], vec![test(1, true)]);
        let lock = builder.node(&[task], vec![call("lock")]);
        let unlock = builder.node(&[task], vec![call("unlock")]);
        let clear = builder.node(&[task], vec![flag(0)]);
        let join = builder.node(&[main, task], vec![]);
        builder.edge(at, start);
        for (from, to) in [
            (start, free),
            (start, taken),
            (free, lock),
            (lock, unlock),
            (unlock, clear),
            (clear, join),
            (taken, join),
        ] {
            builder.edge(from, to);
        }
        joins.push(join);
        at = start;
    }
    for join in joins {
        builder.edge(at, join);
        at = join;
    }
    builder.edge(at, last);
    builder.interleave(|_, _| true)
}

fn answer(graph: &TraceFlowGraph, constraints: &[Constraint]) -> Answer {
    let text = "events a = call(lock) b = call(unlock) property for all executions (a b)*";
    let property = Property::parse(text, "lock.prop").expect("the property is right");
    let subject = Subject::new(graph, &property, constraints).expect("it is small");
    let outcome = search(
        &subject,
        SearchName::USUAL,
        &Limits::default(),
        &mut Unwatched,
    );
    outcome.answer
}

#[test]
fn only_all_constraints_together_decide() {
    let graph = two_lockers();
    let all = Constraint::all(&graph);
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "task main",
            "task worker#1",
            "task worker#2",
            "variable locked"
        ]
    );
    assert_eq!(answer(&graph, &all), Answer::Holds);
    assert_eq!(
        answer(&graph, &all[1..]),
        Answer::Holds,
        "main is not needed"
    );
    for missing in 1..all.len() {
        let mut some = all.clone();
        some.remove(missing);
        let Answer::Violated(Some(path)) = answer(&graph, &some) else {
            panic!("without {} it is violated", all[missing]);
        };
        let trap = path.trap.expect("the property has a trap");
        assert!(trap < path.steps.len());
        assert!(path.is_complete);
    }
}

/// Starting from nothing, refinement adds what is needed and not more.
#[test]
fn refinement_finds_the_constraints() {
    let graph = two_lockers();
    let text = "events a = call(lock) b = call(unlock) property for all executions (a b)*";
    let property = Property::parse(text, "lock.prop").expect("the property is right");
    let refinement = |candidates| Refinement {
        graph: &graph,
        property: &property,
        candidates,
        search: SearchName::USUAL,
        allowance: Allowance::new(&Limits::default()),
    };
    let all = Constraint::all(&graph);
    let run = |candidates| {
        let refinement = refinement(candidates);
        let refined = refinement.run(Vec::new(), &mut Unwatched, |_| {});
        refined.expect("it fits into a tuple")
    };
    let refined = run(all.clone());
    assert_eq!(refined.answer(), &Answer::Holds);
    let mut names: Vec<String> = refined
        .constraints
        .iter()
        .map(ToString::to_string)
        .collect();
    names.sort();
    assert_eq!(names, ["task worker#1", "task worker#2", "variable locked"]);
    let added: usize = refined.rounds.iter().map(|round| round.added.len()).sum();
    assert_eq!(added, 3);
    // Without the variable there is a path that nothing excludes.
    let refined = run(all[..3].to_vec());
    assert!(matches!(refined.answer(), Answer::Violated(Some(_))));
}
