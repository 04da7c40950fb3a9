//! Which values places can have: those of a state, and those that steps could write since.

use super::breakage::Breakage;
use super::footprint::{ALIVE, Access, Touch, header, is_memory, object_of_header, thread_of_life};
use crate::machine::{Machine, life_of};
use trailhound_program::{Address, Space};

/// The value of a header of an object that is there, and that others than its maker can reach.
const IS_SHARED: u64 = 1;

pub(super) struct Facts<'a, 'p> {
    machine: &'a Machine<'p>,
    state: &'a [u32],
    /// By thread.
    leaves: &'a dyn Fn(u32) -> u32,
    all: Vec<Touch>,
    /// A bit for each word of eight bytes that one of them is about, by the low bits of its number.
    words: u64,
    /// What the state was asked for, and what it has there.
    pub observed: Vec<(u64, u64, Option<u64>)>,
}

/// Bits for the words of eight bytes that a touch is about.
fn words_of(touch: &Touch) -> u64 {
    let (first, last) = (touch.start / 8, (touch.end - 1) / 8);
    match last - first {
        0 => 1 << (first % 64),
        n if n < 64 => (u64::MAX >> (63 - n)).rotate_left((first % 64) as u32),
        _ => u64::MAX,
    }
}

impl<'a, 'p> Facts<'a, 'p> {
    pub fn new(
        machine: &'a Machine<'p>,
        state: &'a [u32],
        leaves: &'a dyn Fn(u32) -> u32,
    ) -> Facts<'a, 'p> {
        Facts {
            machine,
            state,
            leaves,
            all: Vec::new(),
            words: 0,
            observed: Vec::new(),
        }
    }

    /// A step that could happen writes this; whether it was not known.
    pub fn add(&mut self, touch: &Touch) -> bool {
        let words = words_of(touch);
        let is_new = self.words & words != words || !self.all.contains(touch);
        if is_new {
            self.words |= words;
            self.all.push(*touch);
        }
        is_new
    }

    /// What the state has at a place, if that is known. Writes to memory that only one thread can
    /// reach are no facts, so what it has there tells nothing.
    pub fn value_in_state(&self, start: u64, end: u64) -> Option<u64> {
        if is_memory(start) {
            let memory = &self.machine.memory;
            let object = Address(start).object();
            let is_broken = self.machine.options.breakage == Some(Breakage::PrivateMemory);
            let is_known = is_broken
                || object.space() == Space::STATIC
                || memory.is_shared_in(self.state, object);
            return is_known
                .then(|| memory.word_in(self.state, start, end - start))
                .flatten();
        }
        if let Some(object) = object_of_header(start) {
            let is_shared = self.machine.memory.is_shared_in(self.state, object);
            return is_shared.then_some(IS_SHARED);
        }
        let thread = thread_of_life(start)?;
        let leaves = &self.machine.memory.snapshot.leaves;
        Some(life_of(leaves, (self.leaves)(thread)))
    }

    fn value(&mut self, touch: &Touch) -> Option<u64> {
        let mut observed = self.observed.iter();
        if let Some(known) = observed.find(|known| known.0 == touch.start && known.1 == touch.end) {
            return known.2;
        }
        let value = self.value_in_state(touch.start, touch.end);
        self.observed.push((touch.start, touch.end, value));
        value
    }

    fn any_fact(&self, touch: &Touch, mut test: impl FnMut(&Touch) -> bool) -> bool {
        self.words & words_of(touch) != 0
            && self
                .all
                .iter()
                .any(|fact| fact.overlaps(touch) && test(fact))
    }

    /// Whether the object that is read may have ended, or another may have come in its place.
    fn may_be_another(&self, touch: &Touch) -> bool {
        let object = Address(touch.start).object();
        is_memory(touch.start) && object.space() != Space::STATIC && {
            let header = Touch::new(header(object), 1, Access::Read, None);
            self.any_fact(&header, |_| true)
        }
    }

    /// Whether a read may find what it found.
    pub fn allow(&mut self, touch: &Touch) -> bool {
        // Somebody is alive besides: a thread that stands still.
        if touch.start == ALIVE {
            return false;
        }
        let Some(wanted) = touch.value else {
            return true;
        };
        let is_there = self.value(touch).is_none_or(|value| value == wanted);
        is_there
            || self.may_be_another(touch)
            || self.any_fact(touch, |fact| {
                let is_same_place = fact.start == touch.start && fact.end == touch.end;
                !is_same_place || fact.value.is_none_or(|value| value == wanted)
            })
    }

    /// Whether a read surely finds what it found; whether an object is there, if others can reach it.
    pub fn decide(&mut self, touch: &Touch) -> bool {
        let wanted = match object_of_header(touch.start) {
            Some(_) => Some(IS_SHARED),
            None => touch.value,
        };
        wanted.is_some()
            && self.value(touch) == wanted
            && !self.any_fact(touch, |_| true)
            && !self.may_be_another(touch)
    }
}
