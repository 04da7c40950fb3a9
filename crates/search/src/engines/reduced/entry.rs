//! What a reduced search keeps of each state besides its content.

use super::links::{LinkId, Links};
use crate::graph::Agents;
use crate::store::{Chunked, StateId};

#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// Where it was reached from first, and over which link; none for the initial state.
    pub parent: Option<StateId>,
    pub link: LinkId,
    /// The first of the links that lead from it.
    pub links: LinkId,
    /// Whose edges were followed, or are.
    pub followed: Agents,
    /// Whose edges were enough when it was asked last.
    pub selected: Agents,
    /// What was known then.
    pub asked: u64,
}

impl Entry {
    pub fn new(parent: Option<StateId>, link: LinkId) -> Entry {
        Entry {
            parent,
            link,
            links: 0,
            followed: Agents::NONE,
            selected: Agents::NONE,
            asked: 0,
        }
    }

    /// Some of its edges are not followed.
    pub fn is_reduced(&self) -> bool {
        self.followed != Agents::ALL && self.followed != Agents::NONE
    }
}

pub(super) struct Entries(Chunked<Entry>);

impl Entries {
    pub fn new() -> Entries {
        Entries(Chunked::new())
    }

    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }

    #[inline]
    pub fn get(&self, state: StateId) -> Entry {
        self.0.get(state.number())
    }

    #[inline]
    pub fn set(&mut self, state: StateId, entry: Entry) {
        self.0.put(state.number(), entry, Entry::new(None, 0));
    }

    /// The choices from the initial state to `state`, and then `more`.
    pub fn trail(&self, links: &Links, state: StateId, more: &[u32]) -> Vec<u32> {
        let mut choices: Vec<u32> = more.iter().rev().copied().collect();
        let mut at = self.get(state);
        while let Some(parent) = at.parent {
            choices.extend(links.choices(at.link).rev());
            at = self.get(parent);
        }
        choices.reverse();
        choices
    }
}

/// A set of states: one bit for each.
#[derive(Default)]
pub(super) struct States(Vec<u64>);

impl States {
    #[inline]
    pub fn contains(&self, state: StateId) -> bool {
        let word = self.0.get(state.number() / 64);
        word.is_some_and(|word| word >> (state.number() % 64) & 1 == 1)
    }

    #[inline]
    pub fn insert(&mut self, state: StateId) {
        let word = state.number() / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (state.number() % 64);
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }
}
