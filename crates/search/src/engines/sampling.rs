//! Random lassos (MC², Grosu and Smolka): each sample walks at random, every edge of a state
//! equally likely, until it comes to a state of its own path again, to a finding, or to an
//! end. A sample depends on the seed and its number alone. Its memory is its path.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

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

/// Takes samples of one graph.
pub struct Sampler {
    initial: Result<Vec<u32>, Finding>,
    all: u64,
    longest: u64,
    table: Table,
    choices: Vec<u32>,
    met: Vec<u64>,
    edges: Vec<Candidate>,
    /// What the edges change, one after the other.
    all_changes: Vec<(u32, u32)>,
}

/// An edge, what it meets, and where its changes begin.
#[derive(Clone, Copy)]
struct Candidate {
    edge: Edge,
    met: u64,
    changes: usize,
}

impl Sampler {
    /// For samples of `longest` steps at most.
    pub fn new(graph: &mut impl Conditions, longest: u64) -> Sampler {
        Sampler {
            initial: graph.initial(),
            all: graph.all_conditions(),
            longest,
            table: Table::default(),
            choices: Vec::new(),
            met: Vec::new(),
            edges: Vec::new(),
            all_changes: Vec::new(),
        }
    }

    /// Takes sample `number` of `seed`. Weak findings are passed over.
    pub fn take(&mut self, graph: &mut impl Conditions, seed: u64, number: u64) -> Sample {
        let mut dice = Dice(scramble(seed ^ scramble(number)));
        self.table.clear();
        self.choices.clear();
        self.met.clear();
        let mut state = match &self.initial {
            Ok(initial) => initial.clone(),
            Err(finding) => return self.failed(*finding),
        };
        let mut changes = Vec::new();
        loop {
            let length = self.choices.len() as u64;
            if let Some(first) = self.table.insert(&state) {
                return self.close(first);
            }
            let is_strong = |finding: &Finding| finding.weight == Weight::Strong;
            if let Some(finding) = graph.meet(&state).filter(is_strong) {
                return self.failed(finding);
            }
            self.find_edges(graph, &state, &mut changes);
            let inspected = graph.inspect(&state, self.edges.len() as u32);
            if let Some(finding) = inspected.filter(is_strong) {
                return self.failed(finding);
            }
            if self.edges.is_empty() {
                return Sample::Passed { length };
            }
            if length >= self.longest {
                return Sample::Cut { length };
            }
            let drawn = dice.below(self.edges.len() as u32) as usize;
            let Candidate { edge, met, changes } = self.edges[drawn];
            self.choices.push(edge.choice);
            self.met.push(met);
            if let EdgeKind::Finding(finding) = edge.kind {
                return self.failed(finding);
            }
            let end = self.edges.get(drawn + 1).map(|next| next.changes);
            let end = end.unwrap_or(self.all_changes.len());
            apply(&mut state, &self.all_changes[changes..end]);
        }
    }

    fn find_edges(
        &mut self,
        graph: &mut impl Conditions,
        state: &[u32],
        changes: &mut Vec<(u32, u32)>,
    ) {
        self.edges.clear();
        self.all_changes.clear();
        let mut from = Some(0);
        while let Some(edge) = from.and_then(|from| graph.successor(state, from, changes)) {
            self.edges.push(Candidate {
                edge,
                met: graph.conditions_met(),
                changes: self.all_changes.len(),
            });
            if edge.kind == EdgeKind::Step {
                self.all_changes.extend_from_slice(changes);
            }
            from = edge.choice.checked_add(1);
        }
    }

    fn failed(&self, finding: Finding) -> Sample {
        Sample::Finding {
            finding,
            choices: self.choices.clone(),
        }
    }

    /// Judges the cycle back to position `first`.
    fn close(&self, first: usize) -> Sample {
        let collected = self.met[first..].iter().fold(0, |bits, met| bits | met);
        if self.all == 0 || collected & self.all != self.all {
            return Sample::Passed {
                length: self.choices.len() as u64,
            };
        }
        let (stem, cycle) = self.choices.split_at(first);
        Sample::Lasso(Lasso {
            stem: stem.to_vec(),
            cycle: cycle.to_vec(),
        })
    }
}

/// The states of a walk, by position. They are compared as a whole.
#[derive(Default)]
struct Table {
    words: Vec<u32>,
    /// Where each state ends in `words`.
    ends: Vec<usize>,
    /// The last position with a hash, and for each position the one before it.
    by_hash: FxHashMap<u64, usize>,
    before: Vec<Option<usize>>,
}

impl Table {
    fn clear(&mut self) {
        self.words.clear();
        self.ends.clear();
        self.by_hash.clear();
        self.before.clear();
    }

    /// Adds the state of the next position; the position that has it already, if there is one.
    fn insert(&mut self, state: &[u32]) -> Option<usize> {
        // Zeros at the end of a state mean nothing.
        let length = state.iter().rposition(|&word| word != 0);
        let state = &state[..length.map_or(0, |last| last + 1)];
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        let position = self.ends.len();
        let previous = self.by_hash.insert(hasher.finish(), position);
        let mut candidate = previous;
        while let Some(at) = candidate {
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            if self.words[start..self.ends[at]] == *state {
                return Some(at);
            }
            candidate = self.before[at];
        }
        self.words.extend_from_slice(state);
        self.ends.push(self.words.len());
        self.before.push(previous);
        None
    }
}
