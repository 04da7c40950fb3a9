//! The parts of an object that change by themselves.

/// A part of an object with a slot of its own in the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Header,
    Chunk(u32),
}
