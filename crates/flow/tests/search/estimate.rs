//! The estimate of the tasks never exceeds the number of nodes to a violation.

use std::collections::{HashMap, VecDeque};

use trailhound_flow::constraint::Constraint;
use trailhound_flow::property::Property;
use trailhound_flow::subject::Subject;
use trailhound_flow::tuples::{JointStates, Tuple};

use crate::random::{PROPERTIES, graph};

/// All tuples that can be reached, and by tuple, the number of steps to a violation.
fn distances(joints: &mut JointStates) -> HashMap<Tuple, Option<usize>> {
    let mut before: HashMap<Tuple, Vec<Tuple>> = HashMap::new();
    let mut open = vec![joints.initial()];
    before.insert(open[0], vec![]);
    let mut distance: HashMap<Tuple, Option<usize>> = HashMap::new();
    let mut queue = VecDeque::new();
    while let Some(tuple) = open.pop() {
        let mut from = 0;
        while let Some((choice, next)) = joints.next(tuple, from) {
            from = choice + 1;
            if !before.contains_key(&next) {
                open.push(next);
            }
            if joints.space.is_last(next.node) && joints.is_violation(next.joint) {
                distance.insert(next, Some(0));
                queue.push_back(next);
            }
            before.entry(next).or_default().push(tuple);
        }
    }
    while let Some(tuple) = queue.pop_front() {
        let far = distance[&tuple];
        for earlier in &before[&tuple] {
            if !distance.contains_key(earlier) {
                distance.insert(*earlier, far.map(|far| far + 1));
                queue.push_back(*earlier);
            }
        }
    }
    for tuple in before.into_keys() {
        distance.entry(tuple).or_insert(None);
    }
    distance
}

#[test]
fn the_estimate_is_a_lower_bound() {
    let (mut tight, mut compared) = (0, 0);
    for seed in 2000..2200 {
        let graph = graph(seed);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let constraints = Constraint::all(&graph);
        let subject = Subject::new(&graph, &property, &constraints).expect("it is small");
        let mut joints = JointStates::new(&subject);
        for (tuple, distance) in distances(&mut joints) {
            let Some(distance) = distance else { continue };
            let estimate = joints.estimate(tuple.joint);
            assert!(estimate <= 2 * distance as i64, "seed {seed}: {tuple:?}");
            compared += 1;
            // The step to the final node belongs to no task.
            tight += usize::from(estimate + 2 >= 2 * distance as i64);
        }
    }
    assert!(
        compared > 1000 && tight * 10 > compared,
        "{tight} of {compared}"
    );
}
