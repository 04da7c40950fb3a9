//! Whether an operation is bookkeeping of a library.

/// What a function on the way to an operation says about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Bookkeeping,
    Visible,
    /// It depends on who called.
    Unknown,
}

/// What an operation is that is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operation {
    /// An access that is not atomic.
    Plain,
    /// A call, which here means free.
    Free,
    Atomic,
}
