//! Which values places can have: those of a state, and those that steps could write since.

use super::breakage::Breakage;
use super::footprint::{
    ALIVE, Access, Touch, header, is_joining, is_memory, object_of_header, thread_of_life,
};
use crate::leaves::LeafId;
use crate::machine::Machine;
use crate::thread::life_of;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashSet;
use std::cmp::Ordering;
use trailhound_program::{Address, Space};

/// The value of a header of an object that is there, and that others than its maker can reach.
const IS_SHARED: u64 = 1;

pub(super) struct Facts<'a, 'p> {
    machine: &'a Machine<'p>,
    state: &'a [u32],
    /// By thread.
    leaves: &'a dyn Fn(ThreadId) -> LeafId,
    all: Vec<Touch>,
    /// All of them once they are many.
    known: FxHashSet<Touch>,
    places: Places,
    /// What the state was asked for, and what it has there.
    pub observed: Vec<(u64, u64, Option<u64>)>,
    observed_places: Places,
}

/// Items by the word of eight bytes that they are about. Those of one word are in a list for each
/// residue of its number, those of several in one list for all.
struct Places {
    /// The last item of each list, and one; 0 if there is none.
    last: [u32; 65],
    /// The item before each in its list.
    before: Vec<u32>,
}

/// From how many facts on they are found by hash: a counter has as many as it has values.
const MANY: usize = 64;

/// The list for what is about several words.
const WIDE: usize = 64;

impl Places {
    fn new() -> Places {
        Places {
            last: [0; 65],
            before: Vec::new(),
        }
    }

    fn list(start: u64, end: u64) -> usize {
        match start / 8 == (end - 1) / 8 {
            true => (start / 8 % 64) as usize,
            false => WIDE,
        }
    }

    /// The next item is about these bytes.
    fn push(&mut self, start: u64, end: u64) {
        let list = Places::list(start, end);
        self.before.push(self.last[list]);
        self.last[list] = self.before.len() as u32;
    }

    fn is_empty(&self) -> bool {
        self.before.is_empty()
    }

    /// Whether one of the items in a list passes a test.
    fn any(&self, list: usize, mut test: impl FnMut(usize) -> bool) -> bool {
        let mut next = self.last[list];
        while next != 0 {
            let at = next as usize - 1;
            if test(at) {
                return true;
            }
            next = self.before[at];
        }
        false
    }
}

impl<'a, 'p> Facts<'a, 'p> {
    pub fn new(
        machine: &'a Machine<'p>,
        state: &'a [u32],
        leaves: &'a dyn Fn(ThreadId) -> LeafId,
    ) -> Facts<'a, 'p> {
        Facts {
            machine,
            state,
            leaves,
            all: Vec::new(),
            known: FxHashSet::default(),
            places: Places::new(),
            observed: Vec::new(),
            observed_places: Places::new(),
        }
    }

    /// A step that could happen writes this; whether it was not known.
    pub fn add(&mut self, touch: &Touch) -> bool {
        if self.is_known(touch) {
            return false;
        }
        self.places.push(touch.start, touch.end);
        self.all.push(*touch);
        true
    }

    /// Whether it is a fact already. It becomes one then.
    fn is_known(&mut self, touch: &Touch) -> bool {
        match self.all.len().cmp(&MANY) {
            Ordering::Less => {
                let list = Places::list(touch.start, touch.end);
                return self.places.any(list, |at| self.all[at] == *touch);
            }
            Ordering::Equal => self.known.extend(&self.all),
            Ordering::Greater => {}
        }
        !self.known.insert(*touch)
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Whether one that came after so many others may let a read find what it did not.
    pub fn may_matter(&self, known: usize, touch: &Touch) -> bool {
        let is_memory = is_memory(touch.start);
        self.all[known..]
            .iter()
            .any(|fact| fact.overlaps(touch) || is_memory && object_of_header(fact.start).is_some())
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
        if is_joining(start) {
            return Some(0);
        }
        let thread = thread_of_life(start)?;
        let leaves = &self.machine.memory.snapshot.leaves;
        Some(life_of(leaves, (self.leaves)(thread)))
    }

    fn value(&mut self, touch: &Touch) -> Option<u64> {
        let list = Places::list(touch.start, touch.end);
        let mut known = None;
        self.observed_places.any(list, |at| {
            let (start, end, value) = self.observed[at];
            let is_it = start == touch.start && end == touch.end;
            if is_it {
                known = Some(value);
            }
            is_it
        });
        if let Some(value) = known {
            return value;
        }
        let value = self.value_in_state(touch.start, touch.end);
        self.observed.push((touch.start, touch.end, value));
        self.observed_places.push(touch.start, touch.end);
        value
    }

    fn any_fact(&self, touch: &Touch, mut test: impl FnMut(&Touch) -> bool) -> bool {
        if self.places.is_empty() {
            return false;
        }
        let mut passes = |fact: &Touch| fact.overlaps(touch) && test(fact);
        match Places::list(touch.start, touch.end) {
            WIDE => self.all.iter().any(passes),
            list => {
                self.places.any(list, |at| passes(&self.all[at]))
                    || self.places.any(WIDE, |at| passes(&self.all[at]))
            }
        }
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
        // Another thread is alive: one that stands still.
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

    /// Whether the thread whose life this is surely runs.
    pub fn is_alive(&mut self, life: &Touch) -> bool {
        const RUNNING: u64 = 4;
        self.value(life) == Some(RUNNING) && !self.any_fact(life, |_| true)
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
