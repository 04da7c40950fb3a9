//! From several acceptance sets to one, with copies of the states of accepting components only.

use rustc_hash::FxHashMap;

use super::generalised::{Edge, Generalised};
use crate::acceptance_counter::AcceptanceCounter;

/// The Büchi automaton with the same language: one acceptance set. `order` is the order in
/// which the sets are waited for.
pub(crate) fn degeneralised(automaton: &Generalised, order: &[u32]) -> Generalised {
    let counter = AcceptanceCounter::new(automaton.sets);
    let components = automaton.components();
    let accepting = automaton.accepting_components(&components);
    let start = (automaton.initial, 0);
    let mut numbers = FxHashMap::default();
    numbers.insert(start, 0);
    let mut states = vec![start];
    let mut edges: Vec<Vec<Edge>> = Vec::new();
    while edges.len() < states.len() {
        let (state, level) = states[edges.len()];
        let own_component = components.of_state(state);
        let mut own = Vec::new();
        for edge in &automaton.edges[state] {
            let stays = components.of_state(edge.target) == own_component;
            let (next, round) = if stays && accepting[own_component] {
                let met = |set: u32| edge.marks & (1 << order[set as usize]) != 0;
                let step = counter.step(level, met);
                (step.level, step.accepting)
            } else {
                (0, false)
            };
            let target = *numbers
                .entry((edge.target, next))
                .or_insert_with_key(|key| {
                    states.push(*key);
                    states.len() - 1
                });
            own.push(Edge {
                target,
                label: edge.label,
                marks: u64::from(round),
            });
        }
        edges.push(own);
    }
    let mut result = Generalised {
        initial: 0,
        edges,
        sets: 1,
    };
    result.tidy_edges();
    result
}
