//! What the caller may ask of an engine. It does not know how an engine answers.

use std::time::Duration;

use trailhound_host::Budget;

use crate::graph::Weight;

/// How a search runs and when it ends.
#[derive(Clone, Debug)]
pub struct Options {
    pub limits: Limits,
    /// The weight of finding that ends the search. With `Strong`, the first weak finding
    /// is kept and returned when no strong one is met.
    pub stop_at: Weight,
    /// Decides what `random` walks through, and, unless it is 0, between states that a
    /// guide ranks alike; else these are explored depth first.
    pub seed: u64,
    /// Look for circles of states that no step leaves, which the graph then judges.
    pub livelocks: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            stop_at: Weight::Weak,
            seed: 0,
            livelocks: false,
        }
    }
}

/// Bounds on a search; `None` is no bound.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// States stored (by `random`: states generated).
    pub states: Option<u64>,
    /// Steps in a trail.
    pub depth: Option<u32>,
    pub time: Option<Duration>,
    /// What the whole command may take, of which the search is a part.
    pub budget: Budget,
    /// Bytes of the store, the stack or frontier, and the graph together.
    pub memory_bytes: Option<usize>,
    /// Walks from the initial state; only `random` walks.
    pub walks: Option<u64>,
}

/// The limit that ended a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    States,
    Depth,
    Time,
    Memory,
    /// Steps of the graph, of all its searches.
    Steps,
    Walks,
    /// The queue of a beam search, which dropped states.
    Width,
    /// What hashes can tell: states may have been taken for others.
    Hashes,
}
