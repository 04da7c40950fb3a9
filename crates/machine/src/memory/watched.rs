//! The parts of globals that properties ask for. A write to one of them is a step of its own,
//! also while a thread runs alone, so that no value is passed over between two states. It
//! does not know what is asked.

use super::{Flags, Memory};
use crate::propositions::{Proposition, Term};
use crate::snapshot::{NO_SLOT, Slot};
use rustc_hash::FxHashMap;
use trailhound_program::{Address, ObjectId, Space};

/// Ranges of bytes, by global.
#[derive(Debug, Default)]
pub(super) struct Watched {
    ranges: FxHashMap<ObjectId, Vec<(u32, u32)>>,
    /// Properties follow pointers or ask functions: all that threads can share may matter.
    pub everything: bool,
    /// The last stop was before a write to one of them.
    was_met: bool,
}

impl Watched {
    pub fn contains(&self, id: ObjectId) -> bool {
        self.everything || self.ranges.contains_key(&id)
    }
}

impl Memory<'_> {
    /// Watches all variables that the propositions read.
    pub fn watch(&mut self, propositions: &[Proposition]) {
        for proposition in propositions {
            proposition.term.each(&mut |term| {
                self.watched.everything |= term.reads_anything();
                if let Term::Variable(variable) = term {
                    let id = ObjectId::new(Space::STATIC, variable.global);
                    let ranges = self.watched.ranges.entry(id).or_default();
                    ranges.push(variable.range());
                }
            });
        }
    }

    /// Whether bytes of an object that has been entered are watched.
    #[inline]
    pub(super) fn is_watched(&mut self, id: ObjectId, offset: u32, size: u32) -> bool {
        self.object(id).flags.contains(Flags::WATCHED)
            && (self.watched.everything
                || self.watched.ranges[&id]
                    .iter()
                    .any(|&(start, end)| offset < end && start < offset.saturating_add(size)))
    }

    /// True: stop before a write to bytes that have been entered. Otherwise it uses up the
    /// step's turn.
    #[inline]
    pub(super) fn stops_at_watched(&mut self, id: ObjectId, offset: u32, size: u32) -> bool {
        let stops = self.gate.watches
            && self.is_watched(id, offset, size)
            && !std::mem::take(&mut self.gate.watched_turn);
        self.watched.was_met = stops;
        stops
    }

    /// The same for bytes that are somewhere.
    pub fn stops_before_write(&mut self, address: u64, size: u64) -> bool {
        let id = Address(address).object();
        let size = u32::try_from(size).unwrap_or(u32::MAX - Address(address).offset());
        self.header(id).is_some() && self.stops_at_watched(id, Address(address).offset(), size)
    }

    /// Properties read memory.
    pub fn watches_anything(&self) -> bool {
        self.watched.everything || !self.watched.ranges.is_empty()
    }

    /// A library function may write anything: true if a watched variable has been written in
    /// this step, or the first state is not there yet.
    pub fn stops_before_library(&self) -> bool {
        self.watches_anything() && self.gate.watches && !self.gate.watched_turn
    }

    /// Whether the stop that has just happened was for a watched variable.
    pub fn stopped_at_watched(&mut self) -> bool {
        std::mem::take(&mut self.watched.was_met)
    }

    /// The slot of a piece of an object, if it has one yet.
    pub fn chunk_slot(&mut self, id: ObjectId, index: u32) -> Option<Slot> {
        let chunk = self.object(id).chunks.get(index as usize)?;
        (chunk.unit.slot != NO_SLOT).then_some(chunk.unit.slot)
    }
}
