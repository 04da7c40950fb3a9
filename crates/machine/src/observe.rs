//! What is noted down while a trail is replayed or a program is run: its output, and the
//! accesses and lock operations of each step. Silent during a search.

use crate::machine::Machine;
use crate::memory::Flags;
use crate::names::Naming;
use crate::process_id::ProcessId;
use crate::rounds::Round;
use crate::thread_id::ThreadId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use trailhound_program::{Address, FunctionId, LocationId, ObjectId, Pc};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockMode {
    Exclusive,
    Reading,
    Writing,
}

/// Something worth showing to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Read {
        address: u64,
        bits: u32,
        value: u64,
    },
    Write {
        address: u64,
        bits: u32,
        before: u64,
        after: u64,
    },
    /// A call that a model carried out, with what to say about it.
    Call {
        text: String,
    },
    Lock {
        address: u64,
        mode: LockMode,
    },
    Unlock {
        address: u64,
    },
    Mark {
        name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub thread: ThreadId,
    pub function: FunctionId,
    pub pc: Pc,
    /// The innermost place in the user's own code, `UNKNOWN` if there is none on the stack.
    pub place: LocationId,
    /// The library function that was called from there: where it stands. `UNKNOWN` if it is
    /// the user's code itself that acts.
    pub library: LocationId,
    pub what: What,
}

/// Where a heap block comes from, or where it was freed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Allocation {
    pub thread: ThreadId,
    pub place: LocationId,
}

#[derive(Debug, Default)]
pub struct Observer {
    /// Note everything down.
    pub active: bool,
    /// Note down what the program prints, and nothing else.
    pub output_wanted: bool,
    pub events: Vec<Event>,
    /// Events in the middle of a long step that were not kept.
    pub events_dropped: usize,
    /// A thread has gone past a place without a stop, in an atomic section.
    pub has_passed_place: bool,
    /// Functions that models carried out while everything was noted down.
    pub modelled: FxHashSet<FunctionId>,
    /// Where heap blocks were allocated, in the user's code, and by whom.
    pub allocations: FxHashMap<ObjectId, Allocation>,
    /// Where heap blocks were freed, and by whom.
    pub frees: FxHashMap<ObjectId, Allocation>,
    /// Blocks whose numbers other blocks have now: where they were allocated, and where freed.
    pub earlier: Vec<(ObjectId, Allocation, Option<Allocation>)>,
    /// What threads have called themselves, by their index.
    pub thread_names: FxHashMap<ThreadId, String>,
    /// What the parts of variables are called.
    pub naming: Option<Arc<dyn Naming>>,
    /// The process whose addresses are named between steps.
    pub(crate) speaker: ProcessId,
    /// What the user's code asked of the environment and did not get, and where.
    pub absences: Vec<(String, LocationId)>,
    /// By thread, the operations that it executes, if they are wanted.
    pub(crate) rounds: Option<Vec<Round>>,
    /// What the program printed.
    pub output: Vec<(Stream, Vec<u8>)>,
}

/// A step that runs alone can take millions of accesses: of more than this many events only
/// the first and the last are kept.
const MOST_EVENTS: usize = 4096;

impl Machine<'_> {
    /// Puts the machine into a state, to look at its threads and memory.
    pub fn look_at(&mut self, state: &[u32]) {
        self.begin(state);
        self.observer.speaker = ProcessId::FIRST;
    }

    /// The status with which the program has ended, if it has.
    pub fn exit_status(&self) -> Option<i32> {
        self.world.exited
    }

    /// Output of the program. Not part of its state.
    pub fn print(&mut self, stream: Stream, bytes: &[u8]) {
        if (self.observer.active || self.observer.output_wanted) && !bytes.is_empty() {
            self.observer.output.push((stream, bytes.to_vec()));
        }
    }

    /// The running thread has got a lock.
    pub(crate) fn observe_lock(&mut self, address: u64, mode: LockMode) {
        self.locks_taken += 1;
        self.observe(What::Lock { address, mode });
    }

    /// The running thread has let a lock go.
    pub(crate) fn observe_unlock(&mut self, address: u64) {
        self.locks_taken -= 1;
        self.observe(What::Unlock { address });
    }

    pub(crate) fn observe(&mut self, what: What) {
        if self.observer.active {
            let frame = self.thread.top();
            let (place, library) = self.place();
            let event = Event {
                thread: self.current,
                function: frame.function,
                pc: frame.pc,
                place,
                library,
                what,
            };
            let events = &mut self.observer.events;
            events.push(event);
            if events.len() >= MOST_EVENTS {
                self.observer.events_dropped += MOST_EVENTS / 2;
                events.drain(MOST_EVENTS / 4..MOST_EVENTS * 3 / 4);
            }
        }
    }

    /// Where the running thread stands in the user's code, and in the library called from there.
    pub(crate) fn place(&self) -> (LocationId, LocationId) {
        let source = &self.program.source;
        let mut library = LocationId::UNKNOWN;
        for frame in self.thread.frames.iter().rev() {
            let body = self.program.functions[frame.function.index()]
                .body
                .as_ref()
                .expect("a frame runs a body");
            for (id, location) in source.inline_chain(body.locations[frame.pc as usize]) {
                if !source.file(location.file).library {
                    return (id, library);
                }
                library = id;
            }
        }
        (LocationId::UNKNOWN, library)
    }

    pub(crate) fn observe_allocation(&mut self, object: ObjectId) {
        if self.observer.active && !self.thread.frames.is_empty() {
            let (place, _) = self.place();
            let freed = self.observer.frees.remove(&object);
            let thread = self.current;
            let allocation = Allocation { thread, place };
            let before = self.observer.allocations.insert(object, allocation);
            if let Some(before) = before.filter(|before| *before != allocation) {
                self.observer.earlier.push((object, before, freed));
            }
        }
    }

    pub(crate) fn observe_free(&mut self, object: ObjectId) {
        if self.observer.active && !self.thread.frames.is_empty() {
            let (place, _) = self.place();
            let thread = self.current;
            let freed = Allocation { thread, place };
            self.observer.frees.insert(object, freed);
        }
    }

    /// Notes the name that a thread is given. It is not part of the state.
    pub(crate) fn observe_name(&mut self, thread: ThreadId, address: u64) {
        if !self.observer.active {
            return;
        }
        if let Ok(name) = self.read_string(address)
            && !name.is_empty()
        {
            let name = String::from_utf8_lossy(&name).into_owned();
            self.observer.thread_names.insert(thread, name);
        }
    }

    pub(crate) fn observe_call(&mut self, text: impl FnOnce(&mut Self) -> String) {
        if self.observer.active {
            let text = text(self);
            self.observe(What::Call { text });
        }
    }

    /// Notes an access to shared memory; `before` is there for a write.
    pub(crate) fn observe_access(
        &mut self,
        address: u64,
        bits: u32,
        value: u64,
        before: Option<u64>,
    ) {
        if !self.observer.active {
            return;
        }
        let shared = self
            .memory
            .header(Address(address).object())
            .is_some_and(|(_, flags)| flags.contains(Flags::SHARED));
        if shared {
            self.observe(match before {
                None => What::Read {
                    address,
                    bits,
                    value,
                },
                Some(before) => What::Write {
                    address,
                    bits,
                    before,
                    after: value,
                },
            });
        }
    }
}
