//! How much of an answer is shown.

/// What to show of a trail.
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    pub library: bool,
    pub all_steps: bool,
    pub quiet: bool,
}
