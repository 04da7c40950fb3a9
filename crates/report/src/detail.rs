//! How much of an answer is shown.

/// What to show of a trail.
#[derive(Clone, Copy, Debug, Default)]
pub struct Detail {
    /// What libraries do, too.
    pub library: bool,
    pub all_steps: bool,
    /// No more than the verdict.
    pub quiet: bool,
}
