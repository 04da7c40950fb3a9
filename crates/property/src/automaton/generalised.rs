//! An automaton under construction: transitions carry marks, one bit for each acceptance set,
//! and a run is accepted if it takes transitions of every set again and again. With one set
//! this is a Büchi automaton. Knows no formulas.

use super::components::Components;
use crate::label::Label;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Edge {
    pub target: usize,
    pub label: Label,
    pub marks: u64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Generalised {
    pub initial: usize,
    pub edges: Vec<Vec<Edge>>,
    /// The number of acceptance sets; without any, every infinite run is accepted.
    pub sets: u32,
}

impl Generalised {
    /// The automaton that accepts nothing.
    pub fn empty(sets: u32) -> Self {
        Generalised {
            initial: 0,
            edges: vec![Vec::new()],
            sets,
        }
    }

    pub fn states(&self) -> usize {
        self.edges.len()
    }

    pub fn transitions(&self) -> usize {
        self.edges.iter().map(Vec::len).sum()
    }

    /// The marks of a transition that is in every set.
    pub fn all_marks(&self) -> u64 {
        marks_of(self.sets)
    }

    pub fn components(&self) -> Components {
        Components::of(self.states(), |state| {
            self.edges[state].iter().map(|edge| edge.target)
        })
    }

    /// For each component, whether a run can stay in it and be accepted.
    pub fn accepting_components(&self, components: &Components) -> Vec<bool> {
        let mut marks = vec![0; components.count()];
        let mut has_cycle = vec![false; components.count()];
        for (state, edges) in self.edges.iter().enumerate() {
            let own = components.of_state(state);
            for edge in edges {
                if components.of_state(edge.target) == own {
                    marks[own] |= edge.marks;
                    has_cycle[own] = true;
                }
            }
        }
        let all = self.all_marks();
        std::iter::zip(marks, has_cycle)
            .map(|(marks, has_cycle)| has_cycle && marks == all)
            .collect()
    }

    /// Keeps the given states, renumbered in order; edges to others are dropped.
    /// The initial state must be among them.
    pub fn restricted_to(&self, keep: &[bool]) -> Generalised {
        let mut number = vec![None; self.states()];
        let mut count = 0;
        for state in 0..self.states() {
            if keep[state] {
                number[state] = Some(count);
                count += 1;
            }
        }
        let mut edges = Vec::with_capacity(count);
        for state in (0..self.states()).filter(|state| keep[*state]) {
            let kept = self.edges[state]
                .iter()
                .filter_map(|edge| number[edge.target].map(|target| Edge { target, ..*edge }));
            edges.push(kept.collect());
        }
        Generalised {
            initial: number[self.initial].expect("the initial state is kept"),
            edges,
            sets: self.sets,
        }
    }

    /// Joins the states of each class; edges are those of all members.
    pub fn quotient(&self, class: &[usize], classes: usize) -> Generalised {
        let mut edges = vec![Vec::new(); classes];
        for (state, own) in self.edges.iter().enumerate() {
            edges[class[state]].extend(own.iter().map(|edge| Edge {
                target: class[edge.target],
                ..*edge
            }));
        }
        let mut joined = Generalised {
            initial: class[self.initial],
            edges,
            sets: self.sets,
        };
        joined.tidy_edges();
        joined
    }

    /// Joins parallel edges where one label can say it, and drops those that say nothing new.
    pub fn tidy_edges(&mut self) {
        for edges in &mut self.edges {
            edges.sort_unstable();
            edges.dedup();
            // Sorted edges to the same target stand together.
            let groups: Vec<Vec<Edge>> = edges
                .chunk_by(|one, other| one.target == other.target)
                .map(<[Edge]>::to_vec)
                .collect();
            edges.clear();
            for mut group in groups {
                tidy_parallel(&mut group);
                edges.extend(group);
            }
        }
    }
}

/// Parallel edges more than these stay as they are: taking them apart could make very many.
const MAX_PARALLEL: usize = 32;

impl Generalised {
    /// Narrows parallel edges so that no valuation matches two of them: a product would come to
    /// the same state twice, and a random walk would favour it. For Büchi automata, where of
    /// two parallel edges one has all the marks of the other.
    pub fn with_disjoint_labels(&self) -> Generalised {
        let mut result = self.clone();
        for edges in &mut result.edges {
            edges.sort_unstable_by_key(|edge| (edge.target, std::cmp::Reverse(edge.marks)));
            let groups = edges.chunk_by(|one, other| one.target == other.target);
            *edges = groups.flat_map(disjoint).collect();
        }
        result
    }
}

fn disjoint(group: &[Edge]) -> Vec<Edge> {
    if group.len() > MAX_PARALLEL {
        return group.to_vec();
    }
    let mut result = Vec::new();
    for (index, edge) in group.iter().enumerate() {
        let mut parts = vec![edge.label];
        for earlier in &group[..index] {
            parts = parts
                .into_iter()
                .flat_map(|part| part.parts_without(earlier.label))
                .collect();
        }
        result.extend(parts.into_iter().map(|label| Edge { label, ..*edge }));
    }
    result
}

/// The marks of `sets` acceptance sets.
pub(crate) fn marks_of(sets: u32) -> u64 {
    match sets {
        0 => 0,
        sets => u64::MAX >> (64 - sets),
    }
}

fn tidy_parallel(edges: &mut Vec<Edge>) {
    loop {
        let before = edges.len();
        drop_subsumed(edges);
        merge_labels(edges);
        if edges.len() == before {
            break;
        }
    }
    edges.sort_unstable();
}

fn drop_subsumed(edges: &mut Vec<Edge>) {
    let mut index = 0;
    while index < edges.len() {
        let edge = edges[index];
        let subsumed = edges.iter().enumerate().any(|(other, larger)| {
            other != index && edge.marks & !larger.marks == 0 && edge.label.implies(larger.label)
        });
        if subsumed {
            edges.remove(index);
        } else {
            index += 1;
        }
    }
}

fn merge_labels(edges: &mut Vec<Edge>) {
    let mut index = 0;
    while index < edges.len() {
        let edge = edges[index];
        let partner = (index + 1..edges.len()).find_map(|other| {
            let candidate = edges[other];
            let alike = candidate.marks == edge.marks;
            let label = alike.then(|| edge.label.merged(candidate.label))?;
            label.map(|label| (other, label))
        });
        match partner {
            Some((other, label)) => {
                edges[index].label = label;
                edges.remove(other);
            }
            None => index += 1,
        }
    }
}
