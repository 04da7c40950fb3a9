//! What a distance counts.

/// A number of steps; [`FAR`] if there is no path.
pub type Cost = u32;

/// No path leads there.
pub const FAR: Cost = Cost::MAX;

/// What the estimates count. Instructions rank states finely; steps of the search are
/// what A* needs, because only they bound the length of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Every operation counts one.
    Instructions,
    /// Only what surely ends a step of the search counts.
    Steps(Unit),
}

/// Where a step of the search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Before operations that others can see.
    Shared,
    /// Between source lines.
    Line,
    /// Before every operation.
    Instruction,
}

/// The sum of a path's parts; FAR as soon as one of them is.
pub(crate) fn sum<const N: usize>(parts: [Cost; N]) -> Cost {
    parts.into_iter().fold(0, Cost::saturating_add)
}
