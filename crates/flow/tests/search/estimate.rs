//! The estimate of the tasks never exceeds the number of nodes to a violation.

use std::collections::{HashMap, VecDeque};

use trailhound_flow::constraint::Constraint;
use trailhound_flow::property::Property;
use trailhound_flow::subject::Subject;
use trailhound_flow::tuples::Space;

use crate::random::{PROPERTIES, graph};

/// All tuples that can be reached, and by tuple, the number of steps to a violation.
fn distances(space: &Space) -> HashMap<Vec<u32>, Option<usize>> {
    let mut before: HashMap<Vec<u32>, Vec<Vec<u32>>> = HashMap::new();
    let mut open = vec![space.initial()];
    before.insert(space.initial(), vec![]);
    let mut distance: HashMap<Vec<u32>, Option<usize>> = HashMap::new();
    let mut queue = VecDeque::new();
    while let Some(words) = open.pop() {
        let mut target = vec![0; space.words()];
        let mut from = 0;
        while let Some((choice, step)) = space.next(&words, from, &mut target) {
            from = choice + 1;
            if !before.contains_key(&target) {
                open.push(target.clone());
            }
            if space.is_last(step.node) && space.is_violation(&target) {
                distance.insert(target.clone(), Some(0));
                queue.push_back(target.clone());
            }
            before
                .entry(target.clone())
                .or_default()
                .push(words.clone());
        }
    }
    while let Some(words) = queue.pop_front() {
        let far = distance[&words];
        for earlier in &before[&words] {
            if !distance.contains_key(earlier) {
                distance.insert(earlier.clone(), far.map(|far| far + 1));
                queue.push_back(earlier.clone());
            }
        }
    }
    for words in before.into_keys() {
        distance.entry(words).or_insert(None);
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
        let space = Space::new(&subject).expect("it fits into a tuple");
        for (words, distance) in distances(&space) {
            let Some(distance) = distance else { continue };
            let estimate = space.estimate(&words);
            assert!(estimate <= 2 * distance as i64, "seed {seed}: {words:?}");
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
