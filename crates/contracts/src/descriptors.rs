//! Functions that make, close and wait for what the system keeps for a process: descriptors, pipes, queues, names.

use crate::named::Named;
use crate::role::Role;
use crate::row::{has, row};

/// Makes, copies or closes a descriptor.
pub fn handles_descriptors<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Descriptor)
}

/// Makes a descriptor, and Rust's library never does so by itself.
pub fn makes_event_descriptor<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::EventDescriptor)
}

pub fn closes_descriptor<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::ClosesDescriptor)
}

/// Puts a file behind a descriptor that the caller names.
pub fn redirects<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::Redirects)
}

/// Finds memory or a semaphore by its name.
pub fn names_memory<'a>(function: impl Into<Named<'a>>) -> bool {
    has(function.into(), Role::NamesMemory)
}

/// What a function may wait for at the descriptor that is its first argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// Bytes.
    Read,
    /// A message.
    Receive,
    /// Room.
    Write,
}

pub fn transfer<'a>(function: impl Into<Named<'a>>) -> Option<Transfer> {
    let row = row(function.into())?;
    let roles = [
        (Role::ChannelRead, Transfer::Read),
        (Role::QueueReceive, Transfer::Receive),
        (Role::ChannelWrite, Transfer::Write),
        (Role::QueueSend, Transfer::Write),
    ];
    roles
        .into_iter()
        .find_map(|(role, transfer)| row.has(role).then_some(transfer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_changes_nothing_in_what_is_waited_for() {
        for (name, waits_for) in [
            ("read", Transfer::Read),
            ("write", Transfer::Write),
            ("mq_receive", Transfer::Receive),
            ("mq_timedreceive", Transfer::Receive),
            ("mq_send", Transfer::Write),
            ("mq_timedsend", Transfer::Write),
        ] {
            assert_eq!(transfer(name), Some(waits_for), "{name}");
        }
        assert_eq!(transfer("close"), None);
    }

    #[test]
    fn what_redirects_closes_and_handles_descriptors() {
        for name in ["dup2", "dup3"] {
            assert!(redirects(name) && closes_descriptor(name) && handles_descriptors(name));
        }
        assert!(closes_descriptor("close") && !redirects("close"));
        assert!(closes_descriptor("mq_close") && !handles_descriptors("mq_close"));
        assert!(makes_event_descriptor("eventfd") && !handles_descriptors("eventfd"));
        assert!(names_memory("sem_open") && !names_memory("mq_open"));
    }
}
