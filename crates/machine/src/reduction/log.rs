//! The log of a step: what it touches, written down at the places through which all accesses go.
//! Memory that only the running thread can reach is not logged. It does not know what for.

use super::footprint::{ALIVE, Access, Touch};
use crate::thread_id::ThreadId;
use trailhound_program::ObjectId;

/// Touches of one step that are kept apart; what comes later is logged in whole chunks.
const MOST_TOUCHES: usize = 512;

#[derive(Debug, Default)]
pub(crate) struct StepLog {
    pub is_on: bool,
    /// The thread whose step it is.
    pub own: ThreadId,
    pub touches: Vec<Touch>,
    /// Where the step began to access memory without a word to the log: alone, or in an atomic
    /// section. From there on whole chunks count.
    coarse_from: Option<usize>,
    /// Accesses are not logged one by one now.
    is_coarse: bool,
    /// That is so because no other thread is alive.
    is_alone: bool,
    has_said_alone: bool,
    /// What is read may be older than what the memory has, and what is written may not come there:
    /// values tell nothing.
    pub is_weak: bool,
    /// The operation is bookkeeping of a library, whose order has no meaning.
    pub is_bookkeeping: bool,
    /// Pieces of shared objects that the step has brought in.
    pub loaded: Vec<(ObjectId, u32)>,
    /// Memory that only the running thread can reach was read.
    pub has_private: bool,
    /// The touches by which a thread that has come to a join saw that it must wait there.
    ahead: Option<usize>,
}

impl StepLog {
    pub fn begin(&mut self) {
        self.own = ThreadId::MAIN;
        self.touches.clear();
        self.loaded.clear();
        self.coarse_from = None;
        self.is_coarse = false;
        self.is_alone = false;
        self.has_said_alone = false;
        self.is_bookkeeping = false;
        self.is_weak = false;
        self.has_private = false;
        self.ahead = None;
    }

    /// A thread has come to a join and must wait: what was logged from here on is how it saw that.
    pub fn look_ahead(&mut self, from: usize) {
        let is_all = self.touches.len() == from + 2 && !self.went_coarse();
        if is_all && self.ahead.is_none() {
            self.ahead = Some(from);
        }
    }

    /// The life of a thread matters once more, which was seen before.
    pub fn see_again(&mut self, life: u64) {
        if self
            .ahead
            .is_some_and(|at| self.touches[at + 1].start == life)
        {
            self.ahead = None;
        }
    }

    /// The step has done something before it came to a join: it ends there in any case, and a join that
    /// need not wait counts as the next step, which the same thread takes at once.
    pub fn drop_look_ahead(&mut self) {
        if let Some(at) = self.ahead.take() {
            self.touches.drain(at..at + 2);
        }
    }

    /// Whether others may run between the operations that follow has been found out.
    pub fn set_gate(&mut self, is_concurrent: bool, is_alone: bool) {
        if !self.is_on {
            return;
        }
        self.is_bookkeeping = false;
        self.is_alone = is_alone;
        self.is_coarse = !is_concurrent || self.touches.len() >= MOST_TOUCHES;
        if self.is_coarse && !self.loaded.is_empty() {
            self.note_coarse();
        }
    }

    /// Memory is brought in that others can reach.
    #[inline]
    pub fn load(&mut self, object: ObjectId, chunk: u32) {
        if !self.is_on {
            return;
        }
        if self.is_coarse {
            self.note_coarse();
        }
        self.loaded.push((object, chunk));
    }

    fn note_coarse(&mut self) {
        if self.is_alone {
            self.note_alone();
        }
        if self.coarse_from.is_none() {
            self.coarse_from = Some(self.touches.len());
        }
    }

    /// What the step does from here on it does because no other thread is alive.
    pub fn note_alone(&mut self) {
        if !std::mem::replace(&mut self.has_said_alone, true) {
            self.touches
                .push(Touch::new(ALIVE, 1, Access::Read, Some(1)));
        }
    }

    /// Whether the running thread is alone.
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// An access to memory that others can reach.
    #[inline]
    pub fn memory(&mut self, start: u64, size: u64, access: Access, value: Option<u64>) {
        if self.is_on && !self.is_coarse {
            let access = match (self.is_bookkeeping, access) {
                (false, access) => access,
                (true, Access::Read) => return,
                (true, _) => Access::Silent,
            };
            let value = value.filter(|_| !self.is_weak);
            self.touch(start, size, access, value);
            if self.touches.len() >= MOST_TOUCHES {
                self.is_coarse = true;
                self.note_coarse();
            }
        }
    }

    /// An access to a place that is no memory.
    #[inline]
    pub fn place(&mut self, place: u64, access: Access, value: Option<u64>) {
        if self.is_on {
            self.touch(place, 1, access, value);
        }
    }

    pub fn touch(&mut self, start: u64, size: u64, access: Access, value: Option<u64>) {
        if !self.is_on {
            return;
        }
        let mut touch = Touch::new(start, size, access, value);
        // What the step has written it does not read, and reading twice finds the same.
        let is_known = |known: &Touch| match access {
            Access::Read => known.covers(&touch),
            Access::Write | Access::Silent => *known == touch,
        };
        if self.touches.iter().any(is_known) {
            return;
        }
        // A part of it may be the step's own.
        let is_mixed = |known: &Touch| known.access != Access::Read && known.overlaps(&touch);
        let is_mixed = self.coarse_from.is_some() || self.touches.iter().any(is_mixed);
        if access == Access::Read && is_mixed {
            touch.value = None;
        }
        self.touches.push(touch);
    }

    pub fn everything(&mut self) {
        if self.is_on {
            self.touches.push(Touch::everything());
        }
    }

    /// Adds what was touched while the log was coarse, where that began.
    pub fn insert_coarse(&mut self, coarse: Vec<Touch>) {
        if let Some(at) = self.coarse_from {
            self.touches.splice(at..at, coarse);
        }
    }

    pub fn went_coarse(&self) -> bool {
        self.coarse_from.is_some()
    }
}
