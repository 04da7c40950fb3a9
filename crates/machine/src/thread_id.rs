//! Which thread of a state is meant.

use serde::{Deserialize, Serialize};
use std::fmt;
use trailhound_program::ThreadNumber;

/// A thread by its index among the threads of a state, those of all processes. Its heap and its stack go by
/// its [`ThreadNumber`], which counts the threads of its process.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
#[repr(transparent)]
pub struct ThreadId(pub u32);

impl ThreadId {
    /// The thread that runs `main`.
    pub const MAIN: ThreadId = ThreadId(0);
    /// No thread: none runs, or it stayed behind in another process.
    pub(crate) const NONE: ThreadId = ThreadId(u32::MAX);

    /// The first `count` threads.
    pub fn first(
        count: u32,
    ) -> impl DoubleEndedIterator<Item = ThreadId> + ExactSizeIterator + Clone {
        (0..count).map(ThreadId)
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// A thread, or none, as a word of a leaf.
    pub(crate) fn to_word(thread: Option<ThreadId>) -> u64 {
        thread.map_or(0, |thread| u64::from(thread.0) + 1)
    }

    pub(crate) fn of_word(word: u32) -> Option<ThreadId> {
        word.checked_sub(1).map(ThreadId)
    }

    /// The thread with a number, in a program that has one process.
    #[inline]
    pub(crate) fn of_only_process(number: ThreadNumber) -> ThreadId {
        ThreadId(number.0)
    }

    /// The number of the thread, in a program that has one process.
    #[inline]
    pub(crate) fn number_in_only_process(self) -> ThreadNumber {
        ThreadNumber(self.0)
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
