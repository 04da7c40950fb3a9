//! Walks a trail again, choice by choice. It keeps one state and stores nothing.

use crate::graph::{Edge, EdgeKind, Finding, Graph};

/// A position on a path through a graph.
pub struct Replay {
    state: Vec<u32>,
    changes: Vec<(u32, u32)>,
}

impl Replay {
    /// At the initial state; `Err` when an error happens before the first choice.
    pub fn start(graph: &mut impl Graph) -> Result<Replay, Finding> {
        Ok(Replay {
            state: graph.initial()?,
            changes: Vec::new(),
        })
    }

    /// Takes `choice`; `None`, and no move, when this state has no such edge. An edge
    /// that ends in a finding does not move either.
    pub fn step(&mut self, graph: &mut impl Graph, choice: u32) -> Option<Edge> {
        let edge = graph.successor(&self.state, choice, &mut self.changes)?;
        if edge.choice != choice {
            return None;
        }
        if edge.kind == EdgeKind::Step {
            apply(&mut self.state, &self.changes);
        }
        Some(edge)
    }

    pub fn state(&self) -> &[u32] {
        &self.state
    }
}

/// Writes `changes` into a plain vector, which grows as needed.
pub(crate) fn apply(state: &mut Vec<u32>, changes: &[(u32, u32)]) {
    for &(slot, word) in changes {
        let slot = slot as usize;
        if slot >= state.len() {
            if word == 0 {
                continue;
            }
            state.resize(slot + 1, 0);
        }
        state[slot] = word;
    }
}
