//! The locks of Rust's standard library. Each is a word that
//! compiled code changes with atomic operations; what an operation means is told by the
//! library functions it was inlined from.

use std::cmp::Ordering;

use crate::lock_sites::Site;
use crate::machine::Machine;
use crate::observe::{LockMode, What};
use crate::options::Granularity;

/// The part of a read-write lock's word that counts readers, all ones for a writer. Those who wait have the rest.
const READERS: u64 = (1 << 30) - 1;

/// The word of a thread that has been unparked.
const TOKEN: u64 = 1;

impl Machine<'_> {
    /// After an atomic operation of the running thread on a word that may be a lock's.
    pub(crate) fn follow_lock_word(&mut self, address: u64, old: u64, new: u64) {
        if old == new {
            return;
        }
        match self.lock_site() {
            Site::ReadWrite => self.follow_readers(address, old & READERS, new & READERS),
            Site::Lock | Site::LockOrWait => self.follow_owner(address, old == 0, new == 0),
            _ if self.at_locking_call() => self.follow_owner(address, old == 0, new == 0),
            _ => {}
        }
    }

    fn follow_owner(&mut self, address: u64, was_free: bool, is_free: bool) {
        match (was_free, is_free) {
            (true, false) => {
                self.hold(address);
                self.observe_lock(address, LockMode::Exclusive);
            }
            (false, true) => {
                self.let_go(address);
                self.observe_unlock(address);
            }
            _ => {}
        }
    }

    /// Each reader holds the lock for itself, and the last to let it go need not be the first to take it.
    /// For guides the lock counts once.
    pub(crate) fn follow_readers(&mut self, address: u64, before: u64, after: u64) {
        match after.cmp(&before) {
            Ordering::Greater => self.hold(address),
            Ordering::Less => self.let_go(address),
            Ordering::Equal => return,
        }
        let mode = match after {
            READERS => LockMode::Exclusive,
            _ => LockMode::Reading,
        };
        match (before, after) {
            (0, _) => self.observe_lock(address, mode),
            (_, 0) => self.observe_unlock(address),
            _ if after > before => self.observe(What::Lock { address, mode }),
            _ => self.observe(What::Unlock { address }),
        }
    }

    fn hold(&mut self, address: u64) {
        self.thread.held.push(address);
        self.thread.held.sort_unstable();
    }

    fn let_go(&mut self, address: u64) {
        let mut held = self.thread.held.iter();
        // A guard may be dropped by another thread than the one that has it made.
        if let Some(index) = held.position(|&held| held == address) {
            self.thread.held.remove(index);
        }
    }

    fn lock_site(&mut self) -> Site {
        let (function, pc) = (self.thread.top().function, self.thread.top().pc);
        self.locks.at(self.program, function, pc)
    }

    /// Locks are taken for what they are, not for the words that they are made of.
    fn sees_locks(&mut self) -> bool {
        self.options.pass_bookkeeping
            && self.options.granularity == Granularity::Shared
            && self.locks.are_all_known(self.program)
    }

    /// The compare-exchange at which the running thread stands has failed, and all that can
    /// come of that is waiting: so it waits here. `lock_contended` would wait for the same.
    pub(crate) fn waits_instead(&mut self) -> bool {
        self.sees_locks() && self.lock_site() == Site::LockOrWait
    }

    /// The running thread stands where it parks, and has not been unparked: it waits here, and
    /// not asleep, so that unparking it wakes no thread.
    pub(crate) fn waits_for_token(&mut self, word: u64) -> bool {
        word != TOKEN && self.sees_locks() && self.lock_site() == Site::ParkOrWait
    }

    /// The running thread stands at a call that takes a lock.
    fn at_locking_call(&self) -> bool {
        crate::pending::wanted_lock(self.program, &self.thread, self.model_table()).is_some()
    }
}
