//! How many threads a reduced search follows.

use serde::{Deserialize, Serialize};

/// How much of the graph a reduced search was told to follow; all 0 in others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// States in which several agents could move.
    pub states: u64,
    /// Agents that could move in them.
    pub able: u64,
    /// Agents that were enough.
    pub selected: u64,
}
