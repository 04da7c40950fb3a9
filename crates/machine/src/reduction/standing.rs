//! A thread in the state that is asked for.

use super::footprint::PrintId;
use super::knowledge::NodeId;
use crate::thread_id::ThreadId;
use smallvec::SmallVec;

/// How a thread number stands in the state that is asked for.
pub(super) struct Standing {
    pub thread: ThreadId,
    /// Its place in the local graph; none if it was never seen in it.
    pub node: Option<NodeId>,
    /// What its steps do, those included that cannot be taken now, and those that take what they
    /// have opened as a choice.
    pub prints: SmallVec<[PrintId; 2]>,
    /// A step excludes all others, and what comes after it is not among `prints`.
    pub excludes: bool,
    pub is_enabled: bool,
    /// It is there and has not ended.
    pub is_alive: bool,
    /// All its steps end the program or in an error.
    pub is_ending: bool,
}
