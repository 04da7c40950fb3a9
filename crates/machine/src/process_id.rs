//! Which process of a state is meant.

use std::fmt;

use crate::thread_id::ThreadId;

/// A process by its number, which is also the index of the thread that it begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct ProcessId(pub u32);

impl ProcessId {
    /// The process that the program starts as.
    pub const FIRST: ProcessId = ProcessId(0);

    /// The thread that the process begins with.
    pub fn first_thread(self) -> ThreadId {
        ThreadId(self.0)
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
