//! Numbers for the nodes of the tuples that share a joint state, as small as can be: a task
//! that is behind a node is in a state that few of its nodes lead to, and only these have to
//! be told apart. It does not know the other automata.

use crate::automaton::State;
use crate::graph::NodeId;
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
            let steps = task.next.iter().flatten();
            let own = steps.filter(|step| owner[step.0.0 as usize] == Some(number));
            let mut own: Vec<(NodeId, State)> = own.copied().collect();
            own.sort_unstable();
            // By state, above the places of all nodes that lead to it.
            let mut above = vec![0; task.states()];
            for steps in own.chunk_by(|one, other| one.0 == other.0) {
                let states = || steps.iter().map(|step| step.1 as usize);
                let place = states().map(|state| above[state]).max().unwrap_or(0);
                for state in states() {
                    above[state] = place + 1;
                }
                by_node[steps[0].0.0 as usize] = count + place;
            }
            count += above.into_iter().max().unwrap_or(0);
        }
        for (node, (place, owner)) in (0..).zip(by_node.iter_mut().zip(owner)) {
            // No step has led to the tuple of the initial node.
            if owner.is_none() || node == subject.initial {
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
