//! How a directed search reached each state: sixteen bytes a state, from which trails and
//! histories are read.

use crate::guide::PastStep;
use crate::store::{Chunked, StateId};

/// The last step of the path to a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// None for the initial state.
    pub parent: Option<StateId>,
    pub choice: u32,
    /// What the guide noted.
    pub note: u32,
    depth_and_waiting: u32,
}

const WAITING: u32 = 1 << 31;

impl Arrival {
    pub fn new(parent: Option<StateId>, choice: u32, note: u32, depth: u32) -> Arrival {
        Arrival {
            parent,
            choice,
            note,
            depth_and_waiting: depth | WAITING,
        }
    }

    /// The number of steps from the initial state.
    pub fn depth(self) -> u32 {
        self.depth_and_waiting & !WAITING
    }

    /// The state has not been expanded since this path to it was found.
    pub fn is_waiting(self) -> bool {
        self.depth_and_waiting & WAITING != 0
    }
}

/// By the number of a state, the last step of the path to it.
pub(super) struct Arrivals(Chunked<Arrival>);

impl Arrivals {
    pub fn new() -> Arrivals {
        Arrivals(Chunked::new())
    }

    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    #[inline]
    pub fn set(&mut self, state: StateId, arrival: Arrival) {
        let nowhere = Arrival {
            parent: None,
            choice: 0,
            note: 0,
            depth_and_waiting: 0,
        };
        self.0.put(state.number(), arrival, nowhere);
    }

    #[inline]
    pub fn get(&self, state: StateId) -> Arrival {
        self.0.get(state.number())
    }

    /// Marks a state as expanded; false if it was, and no shorter arrival to it has been found
    /// since.
    #[inline]
    pub fn take(&mut self, state: StateId) -> bool {
        let arrival = self.get(state);
        self.set(
            state,
            Arrival {
                depth_and_waiting: arrival.depth(),
                ..arrival
            },
        );
        arrival.is_waiting()
    }

    /// The steps to `state`, the last one first.
    pub fn past(&self, state: StateId) -> impl Iterator<Item = PastStep> + '_ {
        let back = |arrival: &Arrival| arrival.parent.map(|parent| self.get(parent));
        std::iter::successors(Some(self.get(state)), back)
            .take_while(|arrival| arrival.parent.is_some())
            .map(|arrival| PastStep {
                choice: arrival.choice,
                note: arrival.note,
            })
    }

    /// The choices from the initial state to `state`, and then `more`.
    pub fn trail(&self, state: StateId, more: &[u32]) -> Vec<u32> {
        let mut choices: Vec<u32> = self.past(state).map(|step| step.choice).collect();
        choices.reverse();
        choices.extend(more);
        choices
    }
}
