//! The lives of synchronisation objects and their attributes. What was destroyed says so in four of
//! its own bytes until it is initialised again, and to use it is an error, as POSIX leaves undefined
//! what happens then. A waiting thread that was already woken no longer uses what it waited at: a
//! condition variable may be destroyed right after a broadcast.

use super::{Arguments, Reply, on_object};
use crate::error::{ErrorKind, Fault};
use crate::machine::Machine;

/// What the bytes of a destroyed object say.
pub(super) const DESTROYED: u32 = u32::MAX;

/// The first bytes of attributes, which hold their values, also tell whether they were destroyed.
const ATTRIBUTES: u64 = 0;

/// The fault of a thread that uses what was destroyed.
pub(super) fn used_destroyed(machine: &Machine<'_>, what: &str, object: u64) -> Fault {
    let name = machine.name_of(object);
    let message = format!("the {what} {name} is used after it was destroyed");
    Fault::error(ErrorKind::LockMisuse, message)
}

pub(super) fn destroy_attributes(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
) -> Result<Reply, Fault> {
    on_object(machine, arguments, |machine, attributes| {
        machine.attribute(attributes)?;
        machine.write_u32(attributes + ATTRIBUTES, DESTROYED)?;
        Ok(Reply::Value(0))
    })
}

/// Calls that set something that does not matter here.
pub(super) fn set_without_effect(
    machine: &mut Machine<'_>,
    arguments: &Arguments,
) -> Result<Reply, Fault> {
    on_object(machine, arguments, |machine, attributes| {
        machine.attribute(attributes)?;
        Ok(Reply::Value(0))
    })
}

impl Machine<'_> {
    /// The first word of attributes that are in use.
    pub(super) fn attribute(&mut self, attributes: u64) -> Result<u32, Fault> {
        match self.read_u32(attributes + ATTRIBUTES)? {
            DESTROYED => Err(used_destroyed(self, "attributes object", attributes)),
            word => Ok(word),
        }
    }

    /// An object is used; `at` are the bytes that tell whether it was destroyed.
    pub(super) fn check_alive(&mut self, what: &str, object: u64, at: u64) -> Result<(), Fault> {
        match self.read_u32(object + at)? {
            DESTROYED => Err(used_destroyed(self, what, object)),
            _ => Ok(()),
        }
    }

    pub(super) fn end_life(&mut self, object: u64, at: u64) -> Result<Reply, Fault> {
        self.write_u32(object + at, DESTROYED)?;
        Ok(Reply::Value(0))
    }

    /// No thread may sleep at an object that is destroyed or initialised.
    pub(super) fn check_no_waiters(&mut self, object: u64, done: &str) -> Result<(), Fault> {
        let Some(&thread) = self.waiting_at(object).first() else {
            return Ok(());
        };
        let (name, thread) = (self.name_of(object), self.thread_title(thread));
        let message = format!("{name} is {done} while {thread} waits at it");
        Err(Fault::error(ErrorKind::LockMisuse, message))
    }
}
