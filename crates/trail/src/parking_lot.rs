//! The locks of the crate `parking_lot`, of which the machine knows only the words that they are made of. Changes
//! of these words are told as what they mean, and a thread that sleeps after it has tried one waits for it.

use rustc_hash::FxHashMap;
use trailhound_machine::{Event, LockMode, ThreadId, What};
use trailhound_program::Program;

use crate::report::StackFrame;

/// The lock that each thread has tried last without getting it.
#[derive(Default)]
pub struct Wanted(FxHashMap<ThreadId, u64>);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Mutex,
    ReadWrite,
}

/// `LOCKED_BIT` of a mutex.
const LOCKED: u64 = 1;
/// `WRITER_BIT` of a read-write lock; its readers are counted above.
const WRITER: u64 = 8;
const ONE_READER: u64 = 16;

impl Wanted {
    /// Makes an event of a lock of one that changes the word of a lock.
    pub fn translate(&mut self, program: &Program, event: &mut Event) {
        let What::Write {
            address,
            before,
            after,
            ..
        } = event.what
        else {
            return;
        };
        let Some(kind) = kind_at(program, event) else {
            return;
        };
        match change(kind, before, after) {
            Some(Change::Taken(mode)) => {
                self.0.remove(&event.thread);
                event.what = What::Lock { address, mode };
            }
            Some(Change::LetGo) => event.what = What::Unlock { address },
            None => {
                self.0.insert(event.thread, address);
            }
        }
    }

    /// The lock that a sleeping thread waits for, and what it is called.
    pub fn of(&self, thread: ThreadId, stack: &[StackFrame]) -> Option<(u64, &'static str)> {
        let kind = stack.iter().find_map(|frame| kind_of(&frame.function))?;
        let what = match kind {
            Kind::Mutex => "mutex",
            Kind::ReadWrite => "read-write lock",
        };
        Some((*self.0.get(&thread)?, what))
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Change {
    Taken(LockMode),
    LetGo,
}

/// What a change of a lock's word means, if it is more than the mark of a thread that waits.
fn change(kind: Kind, before: u64, after: u64) -> Option<Change> {
    let (bit, mode) = match kind {
        Kind::Mutex => (LOCKED, LockMode::Exclusive),
        Kind::ReadWrite => (WRITER, LockMode::Writing),
    };
    match (before & bit != 0, after & bit != 0) {
        (false, true) => return Some(Change::Taken(mode)),
        // A writer that goes on as a reader keeps the lock.
        (true, false) if after >= ONE_READER => return None,
        (true, false) => return Some(Change::LetGo),
        _ if kind == Kind::Mutex => return None,
        _ => {}
    }
    match (before / ONE_READER, after / ONE_READER) {
        (before, after) if after > before => Some(Change::Taken(LockMode::Reading)),
        (before, after) if after < before => Some(Change::LetGo),
        _ => None,
    }
}

/// The kind of the lock whose word is changed at the place of an event.
fn kind_at(program: &Program, event: &Event) -> Option<Kind> {
    let function = &program.functions[event.function.index()];
    let body = function.body.as_ref()?;
    let place = *body.locations.get(event.pc as usize)?;
    let inlined = program.source.inline_chain(place);
    let inlined = inlined.map(|(_, location)| {
        let function = program.source.function(location.function);
        function.display.as_str()
    });
    // Its words are changed by functions of the core library; what calls these is the lock itself, or one of the
    // queues of threads that it uses.
    let mut functions = inlined.chain([function.display.as_str()]);
    functions
        .find(|name| !name.trim_start_matches('<').starts_with("core::"))
        .and_then(kind_of)
}

fn kind_of(function: &str) -> Option<Kind> {
    if function.starts_with("<parking_lot::raw_mutex::RawMutex") {
        Some(Kind::Mutex)
    } else if function.starts_with("<parking_lot::raw_rwlock::RawRwLock") {
        Some(Kind::ReadWrite)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_tell_who_has_the_lock() {
        let mutex = |before, after| change(Kind::Mutex, before, after);
        assert_eq!(mutex(0, 1), Some(Change::Taken(LockMode::Exclusive)));
        assert_eq!(mutex(2, 3), Some(Change::Taken(LockMode::Exclusive)));
        assert_eq!(mutex(1, 3), None, "another thread is going to wait");
        assert_eq!(mutex(1, 0), Some(Change::LetGo));
        let lock = |before, after| change(Kind::ReadWrite, before, after);
        assert_eq!(lock(0, 8), Some(Change::Taken(LockMode::Writing)));
        assert_eq!(lock(8, 0), Some(Change::LetGo));
        assert_eq!(lock(16, 32), Some(Change::Taken(LockMode::Reading)));
        assert_eq!(lock(17, 1), Some(Change::LetGo));
        assert_eq!(lock(16, 17), None);
        assert_eq!(lock(8, 16), None, "it goes on as a reader");
    }
}
