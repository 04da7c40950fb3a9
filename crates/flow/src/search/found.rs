//! What comes of a search, before it is made an answer.

use trailhound_search::End;

use super::path::AbstractPath;

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Counts {
    /// Distinct tuples.
    pub tuples: u64,
    /// Tuples generated, known ones included.
    pub generated: u64,
    pub seconds: f64,
    pub bytes: usize,
}

/// What a search has found.
pub(super) enum Found {
    Path(Option<AbstractPath>),
    /// Only trap tuples.
    Trap,
    Nothing,
    Ended(End),
}
