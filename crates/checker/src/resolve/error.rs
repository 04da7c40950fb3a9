//! Why a request does not fit the program.

use trailhound_distance::PlaceError;
use trailhound_trail::AutomatonError;

use super::properties::PropertyError;

#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    #[error(transparent)]
    Property(#[from] PropertyError),
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
    #[error("{0}")]
    Violations(String),
    #[error("{0}")]
    Rule(String),
    #[error("{0}")]
    Memory(&'static str),
    #[error("{0}")]
    Files(String),
    #[error(transparent)]
    Place(#[from] PlaceError),
}
