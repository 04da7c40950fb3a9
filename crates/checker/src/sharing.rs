//! The one rule for objects that were taken for a thread's own and turn out to be shared: what
//! was searched without noticing it decides nothing, and is searched again with all memory
//! taken as shared.

use crate::session::Session;

/// Which memory other threads are taken to reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sharing {
    /// What the machine has seen to be handed on.
    #[default]
    Tracked,
    Everything,
}

/// What came of a search that took some objects for a thread's own.
pub trait Explored {
    /// A thread reached an object that was taken for another's own.
    fn missed_escape(&self) -> bool;

    /// It shows an error that is real all the same.
    fn is_certain(&self) -> bool;
}

/// What is said when a search had to be repeated.
pub const SHARED_AFTER_ALL: &str = "a thread reached memory that was taken for another thread's own: \
     searched again with all memory taken as shared";

/// Explores, and explores again with everything shared if that is needed.
pub fn explore<T: Explored>(
    session: &Session,
    first: Sharing,
    mut explore: impl FnMut(Sharing) -> T,
) -> (T, Sharing) {
    let explored = explore(first);
    let is_open = explored.missed_escape() && !explored.is_certain();
    if first == Sharing::Everything || !is_open || session.interrupted() {
        return (explored, first);
    }
    (explore(Sharing::Everything), Sharing::Everything)
}
