//! What decides a step.

use crate::thread_id::ThreadId;
use serde::{Deserialize, Serialize};

/// The thread that takes the next step, and the value that it picks where the step is a data choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(from = "(u32, u32)", into = "(u32, u32)")]
pub struct Choice {
    pub thread: ThreadId,
    pub value: u32,
}

/// Bits of a number that hold the thread. The value lies above, so that most numbers are small: engines store these
/// in few bytes.
const THREAD_BITS: u32 = 12;

impl Choice {
    pub fn new(thread: ThreadId, value: u32) -> Choice {
        Choice { thread, value }
    }

    /// The number that the choice has as an edge of the graph.
    #[inline]
    pub fn number(self) -> u32 {
        self.value << THREAD_BITS | self.thread.0
    }

    /// The choice of a number.
    #[inline]
    pub fn of(number: u32) -> Choice {
        Choice {
            thread: ThreadId(number & ((1 << THREAD_BITS) - 1)),
            value: number >> THREAD_BITS,
        }
    }
}

impl From<(u32, u32)> for Choice {
    fn from((thread, value): (u32, u32)) -> Choice {
        Choice::new(ThreadId(thread), value)
    }
}

impl From<Choice> for (u32, u32) {
    fn from(choice: Choice) -> (u32, u32) {
        (choice.thread.0, choice.value)
    }
}
