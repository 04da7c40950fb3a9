//! Numbers of points, contexts and tasks, and of the turns of loops.

pub type PointId = u32;
pub type ContextId = u32;
pub type TaskIndex = u32;

/// The turn of a loop; the last one stands for all that are not told apart.
pub type Turn = u16;
pub const ANY_TURN: Turn = Turn::MAX;
