//! The locks of Rust's standard library. Each is a word that
//! compiled code changes with atomic operations; what an operation means is told by the
//! library functions it was inlined from.

use std::cmp::Ordering;

use crate::machine::Machine;
use crate::observe::{LockMode, What};
use crate::options::Granularity;
use rustc_hash::FxHashMap;
use trailhound_contracts::{LockKind, rust_lock};
use trailhound_program::{FunctionId, LocationId, Op, Pc, Program};

/// What an atomic operation does, as far as locks are concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site {
    /// Takes a mutex that is free; the code behind it waits if it is not.
    LockOrWait,
    /// Locks or unlocks a mutex, or tries to.
    Lock,
    /// The same for a read-write lock.
    ReadWrite,
    /// Takes the token of `thread::park`; the code behind it waits if there is none.
    ParkOrWait,
    Other,
}

/// What atomic operations do by their places, found when first met.
#[derive(Default)]
pub struct LockSites {
    known: FxHashMap<(FunctionId, Pc), Site>,
    /// Every atomic operation of the program says what it was inlined from.
    complete: Option<bool>,
}

const LOCKS: [&str; 2] = [
    "std::sys::sync::mutex::futex::Mutex::lock",
    "<std::sys::sync::mutex::futex::Mutex>::lock",
];

const PARKS: [&str; 2] = [
    "std::sys::sync::thread_parking::futex::Parker::park",
    "<std::sys::sync::thread_parking::futex::Parker>::park",
];

/// The part of a read-write lock's word that counts readers, all ones for a writer. Those who wait have the rest.
const READERS: u64 = (1 << 30) - 1;

/// The word of a thread that has been unparked.
const TOKEN: u64 = 1;

impl LockSites {
    fn at(&mut self, program: &Program, function: FunctionId, pc: Pc) -> Site {
        *self
            .known
            .entry((function, pc))
            .or_insert_with(|| site(program, function, pc))
    }
}

/// Debug information is all that tells what an operation belongs to: it must be there for all.
fn is_complete(program: &Program) -> bool {
    let bodies = program.functions.iter().filter_map(|f| f.body.as_ref());
    bodies
        .flat_map(|body| body.code.iter().zip(&body.locations))
        .filter(|(op, _)| match op {
            Op::Load { order, .. } => order.is_atomic(),
            Op::CompareExchange { .. } | Op::ReadModifyWrite { .. } => true,
            _ => false,
        })
        .all(|(_, &location)| location != LocationId::UNKNOWN)
}

fn site(program: &Program, function: FunctionId, pc: Pc) -> Site {
    let mut site = Site::Other;
    for name in functions_at(program, function, pc) {
        if LOCKS.contains(&name) {
            return Site::LockOrWait;
        }
        if PARKS.contains(&name) {
            return Site::ParkOrWait;
        }
        match rust_lock(name) {
            Some(LockKind::ReadWrite) => site = Site::ReadWrite,
            Some(_) => site = Site::Lock,
            None => {}
        }
    }
    site
}

/// The functions that a place belongs to, the innermost of those inlined there first.
fn functions_at(program: &Program, function: FunctionId, pc: Pc) -> impl Iterator<Item = &str> {
    let code = &program.functions[function.index()];
    let body = code.body.as_ref().expect("a frame runs a body");
    let inlined = program
        .source
        .inline_chain(body.locations[pc as usize])
        .map(|(_, location)| {
            program.source.functions[location.function as usize]
                .display
                .as_str()
        });
    inlined.chain(std::iter::once(code.display.as_str()))
}

/// The place is where a thread parks.
pub(crate) fn parks(program: &Program, function: FunctionId, pc: Pc) -> bool {
    site(program, function, pc) == Site::ParkOrWait
}

/// The place is the compare-exchange of a mutex's `lock`.
pub(crate) fn locks_or_waits(program: &Program, function: FunctionId, pc: Pc) -> bool {
    site(program, function, pc) == Site::LockOrWait
}

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
        self.options.pass_accounts
            && self.options.granularity == Granularity::Shared
            && *self
                .locks
                .complete
                .get_or_insert_with(|| is_complete(self.program))
    }

    /// The compare-exchange at which the running thread stands has failed, and all that can
    /// come of that is waiting: so it waits here. `lock_contended` would wait for the same.
    pub(crate) fn waits_instead(&mut self) -> bool {
        self.sees_locks() && self.lock_site() == Site::LockOrWait
    }

    /// The running thread stands where it parks, and nobody has unparked it: it waits here, and
    /// not asleep, so that who unparks it has nobody to wake.
    pub(crate) fn waits_for_token(&mut self, word: u64) -> bool {
        word != TOKEN && self.sees_locks() && self.lock_site() == Site::ParkOrWait
    }

    /// The running thread stands at a call that takes a lock.
    fn at_locking_call(&self) -> bool {
        crate::pending::wanted_lock(self.program, &self.thread, self.model_table()).is_some()
    }
}
