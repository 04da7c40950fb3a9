//! What guides ask about a step.

/// What a step did, as far as guides care.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepFacts {
    /// Locks that it took, less those that it let go.
    pub locks: i16,
    pub access: StepAccess,
}

/// How a step touched shared variables. Locks are none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepAccess {
    #[default]
    None,
    Read,
    Write,
}
