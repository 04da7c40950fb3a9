//! How several threads explore.

/// The order in which states are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Level by level.
    BreadthFirst,
    /// As it comes: mostly the state that was stored last.
    Any,
}

/// How many threads take part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    pub count: usize,
    /// As many states are expanded by one thread before the others are started.
    pub alone: u64,
}

impl Threads {
    /// So many, once the search is large enough for them.
    pub fn new(count: usize) -> Threads {
        Threads {
            count,
            alone: 2_000,
        }
    }
}
