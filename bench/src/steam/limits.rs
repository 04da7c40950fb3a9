//! The limits of single runs.

/// Limits of single runs, with `MEMORY`, for what was promised.
pub const LIMITS: &str = "--max-time 300s";
/// The paper's limit.
pub const MEMORY: &str = "900M";
