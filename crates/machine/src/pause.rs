//! Why the running of a thread ends.

use crate::thread_id::ThreadId;

/// How a thread's run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Before its next visible operation, asleep, or at a data choice.
    Stopped,
    /// Its next operation cannot be executed now; who must act first, if that is known.
    Blocked {
        waits_for: Option<ThreadId>,
    },
    ThreadEnded,
    /// The program is over.
    Exited,
    /// This execution does not count (an assumption does not hold).
    Pruned,
}

/// Why the loop over one frame was left.
pub enum Leave {
    /// Another frame is on top, or this one must be run with tracking.
    Frame,
    Pause(Pause),
}
