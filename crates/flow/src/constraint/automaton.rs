//! Automata over the nodes of a graph.

use crate::automaton::State;
use crate::graph::NodeId;

/// In place of a next state: no execution goes on so.
pub const REJECTED: State = State::MAX;

/// An automaton that reads nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeAutomaton {
    pub start: State,
    pub accepting: Vec<bool>,
    /// By node: the row of its effect; none where the automaton does not see the node.
    pub effects: Vec<Option<u32>>,
    /// By row and state: the next state, or `REJECTED`.
    pub rows: Vec<Vec<State>>,
}

impl NodeAutomaton {
    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The same over some of the nodes, which are numbered in the order given.
    pub fn restricted(&self, nodes: &[NodeId]) -> NodeAutomaton {
        let effects = nodes.iter().map(|node| self.effects[node.0 as usize]);
        NodeAutomaton {
            effects: effects.collect(),
            ..self.clone()
        }
    }

    pub fn sees(&self, node: NodeId) -> bool {
        self.effects[node.0 as usize].is_some()
    }

    pub fn next(&self, state: State, node: NodeId) -> State {
        match self.effects[node.0 as usize] {
            Some(row) => self.rows[row as usize][state as usize],
            None => state,
        }
    }
}
