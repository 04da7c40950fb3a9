//! Random lassos (MC², Grosu and Smolka): each sample walks at random, every edge of a state
//! equally likely, until it comes to a state of its own path again, to a finding, or to an
//! end. A sample depends on the seed and its number alone. Its memory is its path.

use rustc_hash::FxHashMap;

use super::lasso::{Conditions, Lasso};
use crate::dice::{Dice, scramble};
use crate::graph::{Edge, EdgeKind, Finding, Weight};
use crate::replay::apply;

/// How a sample ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sample {
    /// Nothing was wrong with it.
    Passed { length: u64 },
    /// The walk came to a finding.
    Finding { finding: Finding, choices: Vec<u32> },
    /// Its cycle meets all conditions.
    Lasso(Lasso),
    /// It was longer than allowed.
    Cut { length: u64 },
}

/// Takes sample `number`, of `longest` steps at most. Weak findings are passed over.
pub fn sample<G: Conditions>(graph: &mut G, seed: u64, number: u64, longest: u64) -> Sample {
    let mut dice = Dice(scramble(seed ^ scramble(number)));
    let all = graph.all_conditions();
    let mut state = match graph.initial() {
        Ok(initial) => initial,
        Err(finding) => {
            return Sample::Finding {
                finding,
                choices: Vec::new(),
            };
        }
    };
    // Zeros at the end of a state mean nothing.
    let trimmed = |state: &[u32]| -> Box<[u32]> {
        let length = state.iter().rposition(|&word| word != 0);
        state[..length.map_or(0, |last| last + 1)].into()
    };
    let mut positions: FxHashMap<Box<[u32]>, usize> = FxHashMap::default();
    let mut choices: Vec<u32> = Vec::new();
    let mut met: Vec<u64> = Vec::new();
    let mut edges: Vec<(Edge, u64)> = Vec::new();
    let mut changes = Vec::new();
    loop {
        let position = choices.len();
        if let Some(first) = positions.insert(trimmed(&state), position) {
            let collected = met[first..].iter().fold(0, |bits, met| bits | met);
            if all != 0 && collected & all == all {
                let cycle = choices.split_off(first);
                return Sample::Lasso(Lasso {
                    stem: choices,
                    cycle,
                });
            }
            return Sample::Passed {
                length: position as u64,
            };
        }
        let is_strong = |finding: &Finding| finding.weight == Weight::Strong;
        if let Some(finding) = graph.meet(&state).filter(is_strong) {
            return Sample::Finding { finding, choices };
        }
        edges.clear();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| graph.successor(&state, from, &mut changes)) {
            edges.push((edge, graph.conditions_met()));
            from = edge.choice.checked_add(1);
        }
        let inspected = graph.inspect(&state, edges.len() as u32);
        if let Some(finding) = inspected.filter(is_strong) {
            return Sample::Finding { finding, choices };
        }
        if edges.is_empty() {
            return Sample::Passed {
                length: position as u64,
            };
        }
        if position as u64 >= longest {
            return Sample::Cut {
                length: position as u64,
            };
        }
        let (edge, conditions) = edges[dice.below(edges.len() as u32) as usize];
        choices.push(edge.choice);
        met.push(conditions);
        if let EdgeKind::Finding(finding) = edge.kind {
            return Sample::Finding { finding, choices };
        }
        graph.successor(&state, edge.choice, &mut changes);
        apply(&mut state, &changes);
    }
}
