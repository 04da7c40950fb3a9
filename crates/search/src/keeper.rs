//! Who keeps checkpoints of a search. It does not know where they are kept, nor what a graph knows.

use trailhound_checkpoint::{Damage, Reader, Writer};

/// Keeps checkpoints of a search of a graph, of which it saves what the search does not know.
///
/// An engine asks only where it can go on from what it holds: between two edges of a state.
pub trait Keeper<G> {
    /// The search to go on with, which is given once; none: a new one begins.
    fn resume(&mut self) -> Option<Reader<'static>>;

    /// What was given cannot be read: the search ends as if it was interrupted.
    fn refuse(&mut self, damage: Damage);

    /// Whether it is time for the next checkpoint.
    fn is_due(&mut self) -> bool;

    /// Keeps a checkpoint: what the graph knows, and what `search` writes after it.
    fn keep(&mut self, graph: &mut G, search: &mut dyn FnMut(&mut Writer<'_>));

    /// The search ends before it is decided, in the middle of a step, from where it cannot go on: the last checkpoint
    /// stays.
    fn miss(&mut self);
}

/// Keeps nothing.
pub struct Unkept;

impl<G> Keeper<G> for Unkept {
    fn resume(&mut self) -> Option<Reader<'static>> {
        None
    }

    fn refuse(&mut self, _: Damage) {}

    fn is_due(&mut self) -> bool {
        false
    }

    fn keep(&mut self, _: &mut G, _: &mut dyn FnMut(&mut Writer<'_>)) {}

    fn miss(&mut self) {}
}
