//! Tuples that can be reached have numbers of their own, whatever the constraints.

use std::collections::{HashMap, HashSet};

use trailhound_flow::constraint::Constraint;
use trailhound_flow::property::Property;
use trailhound_flow::subject::Subject;
use trailhound_flow::tuples::JointStates;

use crate::random::{PROPERTIES, graph};

#[test]
fn no_two_tuples_have_the_same_number() {
    let (mut tuples, mut nodes) = (0, 0);
    for seed in 3000..3200 {
        let graph = graph(seed);
        let text = PROPERTIES[seed as usize % PROPERTIES.len()];
        let property = Property::parse(text, "test.prop").expect("the property is right");
        let constraints = Constraint::all(&graph);
        let kept = constraints.len() * (seed as usize % 4) / 3;
        let subject = Subject::new(&graph, &property, &constraints[..kept]).expect("it is small");
        let mut joints = JointStates::new(&subject);
        let mut open = vec![joints.initial()];
        let mut met = HashSet::from([open[0]]);
        let mut numbers = HashMap::new();
        while let Some(tuple) = open.pop() {
            let other = numbers.insert(joints.number_of(tuple), tuple);
            assert_eq!(other, None, "seed {seed}: {tuple:?}");
            let mut from = 0;
            while let Some((choice, next)) = joints.next(tuple, from) {
                from = choice + 1;
                if met.insert(next) {
                    open.push(next);
                }
            }
        }
        tuples += met.len();
        nodes += met
            .iter()
            .map(|tuple| tuple.node)
            .collect::<HashSet<u32>>()
            .len();
    }
    assert!(tuples > 5000 && nodes > 1000, "{tuples}, {nodes}");
}
