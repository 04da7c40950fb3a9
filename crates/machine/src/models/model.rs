//! What models get and what they reply.

use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;
use crate::pause::Leave;
use crate::thread_id::ThreadId;
use smallvec::SmallVec;

/// What a model did.
pub enum Reply {
    /// The call returns this.
    Value(u64),
    Pair(u64, u64),
    Void,
    /// Visible to others, and the step has had its turn: nothing was done.
    Stop,
    /// The thread sleeps in this call until another wakes it.
    Sleep,
    /// Cannot be done now: nothing was done.
    Blocked {
        waits_for: Option<ThreadId>,
    },
    /// A function of the program was entered on top of the caller.
    Entered,
    /// The thread or the program ends, or the stack is unwound.
    Left(Leave),
    /// This execution does not count.
    Pruned,
}

impl Reply {
    /// Blocked by the holder of a lock, if that is a thread which can release it.
    pub fn blocked_by(holder: Option<ThreadId>) -> Reply {
        Reply::Blocked {
            waits_for: holder.filter(|&holder| holder != ThreadId::NONE),
        }
    }
}

pub type Model = fn(&mut Machine<'_>, &Arguments) -> Result<Reply, Fault>;

/// The arguments of a call, one word for each register.
#[derive(Debug, Default)]
pub struct Arguments {
    values: SmallVec<[u64; 8]>,
    /// A bit for each of the first 64 that is undefined, wholly or in part.
    undefined: u64,
}

impl Arguments {
    pub fn push(&mut self, value: u64, undefined: bool) {
        self.undefined |= (undefined as u64) << self.values.len().min(63);
        self.values.push(value);
    }

    /// An argument that the model's work depends on.
    pub fn get(&self, index: usize) -> Result<u64, Fault> {
        if self.undefined >> index.min(63) & 1 == 1 {
            return Err(Fault::error(
                ErrorKind::Uninitialised,
                format!("argument {} was never given a value", index + 1),
            ));
        }
        self.values.get(index).copied().ok_or_else(|| {
            Fault::unsupported(format!("a call with only {} arguments", self.values.len()))
        })
    }

    pub fn get_i32(&self, index: usize) -> Result<i32, Fault> {
        Ok(self.get(index)? as u32 as i32)
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// All of them, defined or not.
    pub fn all(&self) -> &[u64] {
        &self.values
    }
}

/// Does the work of a model on what its first argument points to, unless others can reach that
/// and the step has had its visible operation.
pub fn on_object(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
    work: impl FnOnce(&mut Machine<'_>, u64) -> Result<Reply, Fault>,
) -> Result<Reply, Fault> {
    let object = arguments.get(0)?;
    if machine.stops_at(&[object]) {
        return Ok(Reply::Stop);
    }
    work(machine, object)
}

/// The reply of a function that returns nothing where its neighbour returns a value.
pub fn without_value(reply: Reply) -> Reply {
    match reply {
        Reply::Value(_) => Reply::Void,
        other => other,
    }
}
