//! Who holds which lock of Rust's standard library. Such a lock is a word that compiled
//! code changes with atomic operations; which of them lock and unlock is told by the
//! library functions they were inlined from.

use crate::machine::Machine;
use crate::observe::LockMode;
use rustc_hash::FxHashMap;
use trailhound_program::{FunctionId, Pc, Program};

/// Places whose atomic operation locks or unlocks, found when first met.
#[derive(Default)]
pub struct LockSites {
    known: FxHashMap<(FunctionId, Pc), bool>,
}

const LOCK_TYPES: [&str; 2] = [
    "std::sys::sync::mutex::futex::Mutex",
    "std::sys::sync::rwlock::futex::RwLock",
];

impl LockSites {
    fn is_lock(&mut self, program: &Program, function: FunctionId, pc: Pc) -> bool {
        *self.known.entry((function, pc)).or_insert_with(|| {
            let code = &program.functions[function.index()];
            let body = code.body.as_ref().expect("a frame runs a body");
            let of_lock = |name: &str| LOCK_TYPES.iter().any(|lock| name.contains(lock));
            of_lock(&code.display)
                || program
                    .source
                    .inline_chain(body.locations[pc as usize])
                    .any(|(_, location)| {
                        of_lock(&program.source.functions[location.function as usize].display)
                    })
        })
    }
}

impl Machine<'_> {
    /// After an atomic operation of the running thread on a word that may be a lock's.
    pub(crate) fn follow_lock_word(&mut self, address: u64, old: u64, new: u64) {
        let (was_free, is_free) = (old == 0, new == 0);
        if was_free == is_free {
            return;
        }
        let (function, pc) = (self.thread.top().function, self.thread.top().pc);
        if !self.locks.is_lock(self.program, function, pc) && !self.at_locking_call() {
            return;
        }
        if was_free {
            self.thread.held.push(address);
            self.thread.held.sort_unstable();
            self.observe_lock(address, LockMode::Exclusive);
        } else {
            self.thread.held.retain(|&held| held != address);
            self.observe_unlock(address);
        }
    }

    /// The running thread stands at a call that takes a lock.
    fn at_locking_call(&self) -> bool {
        crate::pending::wanted_lock(self.program, &self.thread, self.model_table()).is_some()
    }
}
