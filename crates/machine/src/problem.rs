//! What a search can find wrong with a program.

use crate::error::{ErrorKind, Fault};
use crate::pending::Access;
use crate::thread_id::ThreadId;
use serde::{Deserialize, Serialize};

/// What is wrong, as far as the search needs to know it. Details come from replaying.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Problem {
    /// A step failed.
    Fault { thread: ThreadId, fault: Fault },
    /// No thread can go on.
    Deadlock,
    /// These threads wait for each other in a circle.
    Circle(Vec<ThreadId>),
    /// Two threads are about to access the same memory.
    Race {
        first: (ThreadId, Access),
        second: (ThreadId, Access),
    },
    /// No step leads to an end any more: threads that go round in loops with an exit, and
    /// threads that wait, for ever.
    Endless {
        spinning: Vec<ThreadId>,
        waiting: Vec<ThreadId>,
    },
    /// Two threads are in a place where only one should be.
    Intrusion { first: ThreadId, second: ThreadId },
    /// The proposition of this number does not hold.
    Invariant { number: u32 },
    /// The execution violates a temporal property: which one, in words.
    Violation { message: String },
}

impl Problem {
    pub fn kind(&self) -> Option<ErrorKind> {
        match self {
            Problem::Fault {
                fault: Fault::Error(kind, _),
                ..
            } => Some(*kind),
            Problem::Fault {
                fault: Fault::Unsupported(_) | Fault::Abandoned(_),
                ..
            } => None,
            Problem::Deadlock | Problem::Circle(_) => Some(ErrorKind::Deadlock),
            Problem::Race { .. } => Some(ErrorKind::DataRace),
            Problem::Endless { spinning, .. } if spinning.is_empty() => Some(ErrorKind::Deadlock),
            Problem::Endless { .. } => Some(ErrorKind::Livelock),
            Problem::Intrusion { .. } => Some(ErrorKind::MutualExclusion),
            Problem::Invariant { .. } => Some(ErrorKind::Invariant),
            Problem::Violation { .. } => Some(ErrorKind::Temporal),
        }
    }
}

impl Problem {
    /// What the search was told to look for, or that it cannot go on looking.
    pub fn is_goal(&self) -> bool {
        matches!(
            self.kind(),
            None | Some(
                ErrorKind::TargetReached
                    | ErrorKind::MutualExclusion
                    | ErrorKind::Invariant
                    | ErrorKind::Temporal
            )
        )
    }
}

/// What is done about data races.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Races {
    /// Not looked for.
    Off,
    /// Reported if nothing stronger is found.
    #[default]
    Report,
    /// As bad as any other error.
    Error,
}
