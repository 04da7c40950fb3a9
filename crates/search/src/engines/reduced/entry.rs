//! What a reduced search keeps of each state besides its content.

use trailhound_checkpoint::{Damage, Reader, Writer};

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

    fn save(self, out: &mut Writer<'_>) {
        StateId::save_option(self.parent, out);
        out.u32(self.link);
        out.u32(self.links);
        self.followed.save(out);
        self.selected.save(out);
        out.u64(self.asked);
    }

    fn load(input: &mut Reader<'_>) -> Result<Entry, Damage> {
        Ok(Entry {
            parent: StateId::load_option(input)?,
            link: input.u32()?,
            links: input.u32()?,
            followed: Agents::load(input)?,
            selected: Agents::load(input)?,
            asked: input.u64()?,
        })
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

    pub fn save(&self, out: &mut Writer<'_>) {
        self.0.save(out, |out, entry| entry.save(out));
    }

    pub fn load(input: &mut Reader<'_>) -> Result<Entries, Damage> {
        Chunked::load(input, Entry::load).map(Entries)
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
