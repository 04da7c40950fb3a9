//! Numbers for the nodes of the tuples that share a joint state, as small as can be: a task
//! that is behind a node is in a state that few of its nodes lead to, and only these have to
//! be told apart. It does not know the other automata.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use crate::automaton::State;
use crate::subject::Subject;

pub struct Places {
    /// By node. Those of two nodes differ if there are tuples of both that share a joint
    /// state.
    by_node: Vec<u32>,
    count: u32,
}

impl Places {
    /// `owner` has the task by which each node is let through; the others can follow in any
    /// state.
    pub fn new(subject: &Subject, owner: &[Option<usize>]) -> Places {
        let mut by_node = vec![0; owner.len()];
        let mut count = 0;
        for (number, task) in subject.tasks.iter().enumerate() {
            let mut after: BTreeMap<usize, BTreeSet<State>> = BTreeMap::new();
            for &(node, state) in task.next.iter().flatten() {
                after.entry(node.0 as usize).or_default().insert(state);
            }
            after.retain(|&node, _| owner[node] == Some(number));
            let mut taken: FxHashSet<(State, u32)> = FxHashSet::default();
            let mut width = 0;
            for (node, states) in after {
                let is_free = |&place: &u32| !states.iter().any(|&s| taken.contains(&(s, place)));
                let place = (0..=width).find(is_free).unwrap_or(width);
                taken.extend(states.iter().map(|&state| (state, place)));
                by_node[node] = count + place;
                width = width.max(place + 1);
            }
            count += width;
        }
        for (place, owner) in by_node.iter_mut().zip(owner) {
            if owner.is_none() {
                *place = count;
                count += 1;
            }
        }
        Places { by_node, count }
    }

    #[inline]
    pub fn of(&self, node: u32) -> u32 {
        self.by_node[node as usize]
    }

    #[inline]
    pub fn count(&self) -> u32 {
        self.count
    }
}
