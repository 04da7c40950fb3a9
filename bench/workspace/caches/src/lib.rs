//! What was computed once and is asked for again.

pub mod latest;
pub mod lru;
pub mod once;
