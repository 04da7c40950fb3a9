//! What is noted down while a trail is replayed or a program is run: its output, and the
//! accesses and lock operations of each step. Silent during a search.

use crate::machine::Machine;
use crate::memory::Flags;
use trailhound_program::{Address, FunctionId, Pc};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Something worth showing to a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    Read { address: u64, bits: u32, value: u64 },
    Write { address: u64, bits: u32, before: u64, after: u64 },
    /// A call that a model carried out, with what to say about it.
    Call { text: String },
    Mark { name: String },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub thread: u32,
    pub function: FunctionId,
    pub pc: Pc,
    pub what: What,
}

#[derive(Debug, Default)]
pub struct Observer {
    pub active: bool,
    pub events: Vec<Event>,
    /// What the program printed.
    pub output: Vec<(Stream, Vec<u8>)>,
}

impl Machine<'_> {
    /// Output of the program. Not part of its state.
    pub fn print(&mut self, stream: Stream, bytes: &[u8]) {
        if self.observer.active && !bytes.is_empty() {
            self.observer.output.push((stream, bytes.to_vec()));
        }
    }

    pub(crate) fn observe(&mut self, what: What) {
        if self.observer.active {
            let frame = self.thread.top();
            let event = Event { thread: self.current, function: frame.function, pc: frame.pc, what };
            self.observer.events.push(event);
        }
    }

    pub(crate) fn observe_call(&mut self, text: impl FnOnce(&mut Self) -> String) {
        if self.observer.active {
            let text = text(self);
            self.observe(What::Call { text });
        }
    }

    /// Notes an access to shared memory; `before` is there for a write.
    pub(crate) fn observe_access(&mut self, address: u64, bits: u32, value: u64, before: Option<u64>) {
        if !self.observer.active {
            return;
        }
        let shared = self.memory.header(Address(address).object()).is_some_and(|(_, flags)| flags.contains(Flags::SHARED));
        if shared {
            self.observe(match before {
                None => What::Read { address, bits, value },
                Some(before) => What::Write { address, bits, before, after: value },
            });
        }
    }
}
