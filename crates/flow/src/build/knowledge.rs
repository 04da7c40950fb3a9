//! What is taken for granted about the whole program while its text is followed. It is
//! found out on the way: whatever turns out differently is noted, and all is done again
//! until nothing does.

use std::collections::{BTreeMap, BTreeSet};

use trailhound_program::{FunctionId, Pc};

use super::value::ObjectNumber;

/// More values make a variable one of unknown value.
pub const MOST_VALUES: usize = 12;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Knowledge {
    /// Globals whose address may be anywhere.
    pub escaped: BTreeSet<u32>,
    /// Globals that tasks other than the first one touch.
    pub shared: BTreeSet<u32>,
    /// Globals that are written after the start.
    pub written: BTreeSet<u32>,
    /// The values that the parts of globals are given, by offset and width.
    pub values: BTreeMap<(u32, u32, u8), BTreeSet<u64>>,
    /// Loops that go on for too long to be unrolled, by their heads.
    pub rolled: BTreeSet<(FunctionId, Pc)>,
    /// Objects that tasks were handed and whose address may be anywhere after that.
    pub leaked: BTreeSet<ObjectNumber>,
    /// Bytes of such objects that are written after they were handed over, from and to.
    pub rewritten: BTreeSet<(ObjectNumber, i32, i32)>,
}

impl Knowledge {
    /// Adds what was found. True: there was something new.
    pub fn add(&mut self, found: Knowledge) -> bool {
        let before = self.size();
        self.escaped.extend(found.escaped);
        self.shared.extend(found.shared);
        self.written.extend(found.written);
        self.rolled.extend(found.rolled);
        self.leaked.extend(found.leaked);
        self.rewritten.extend(found.rewritten);
        for (part, values) in found.values {
            let known = self.values.entry(part).or_default();
            let room = MOST_VALUES.saturating_sub(known.len());
            let new: Vec<u64> = values.difference(known).copied().take(room).collect();
            known.extend(new);
        }
        before != self.size()
    }

    fn size(&self) -> usize {
        let values: usize = self.values.values().map(|values| 1 + values.len()).sum();
        let globals = self.escaped.len() + self.shared.len() + self.written.len();
        let objects = self.leaked.len() + self.rewritten.len();
        values + globals + objects + self.rolled.len()
    }
}
