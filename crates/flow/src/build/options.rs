//! How a trace flow graph is to be built, and why it cannot be.

use super::interest::Naming;
use crate::action::Action;

/// What comes of a panic of Rust that ends a thread other than the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThreadPanics {
    /// Others go on, and who joins the thread gets to know.
    #[default]
    GoOn,
    /// It is a failure of the program: nothing of what follows counts.
    Fail,
}

/// How a graph is to be built.
pub struct BuildOptions<'a> {
    /// Which actions matter. An action without an object or a value stands for all of its
    /// kind: it matters if one of them does. A variable whose tests matter must say so for
    /// its writes, too.
    pub interest: &'a dyn Fn(&Action) -> bool,
    /// Which actions on objects are worth to be seen as well, so that constraints can be
    /// thought of. Where it is not sure whether something is done to an object that only these
    /// ask about, nothing that is done to it is shown.
    pub optional: &'a dyn Fn(&Action) -> bool,
    /// What the parts of globals are called.
    pub names: Naming<'a>,
    /// What comes of a panic that ends a thread other than the first.
    pub panics: ThreadPanics,
    /// Threads that loops may start before they are taken as one task that stands for many.
    pub threads: u32,
    /// Turns of loops that are told apart.
    pub turns: u32,
    /// Whether threads are seen to meet at channels: the functions of the library in which they do
    /// are known by their parameters, which an optimising compiler may have changed.
    pub meetings: bool,
    /// Operations that may be walked before the graph is too large.
    pub max_operations: usize,
}

impl BuildOptions<'_> {
    pub const THREADS: u32 = 32;
    pub const TURNS: u32 = 64;
    pub const OPERATIONS: usize = 1_000_000;
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum BuildError {
    #[error("the trace flow graph is too large; name fewer events")]
    TooLarge,
    #[error("`{0}` makes the flow of control unknown to trace flow graphs")]
    Unsupported(String),
    #[error("{0} is not supported")]
    UnknownConstruct(String),
    #[error(
        "a thread that ends in `{0}` would run destructors or handlers there, which graphs do not show"
    )]
    UnwindsThread(String),
    #[error("which function a thread starts with cannot be told at a call of `{0}`")]
    UnknownEntry(String),
    #[error("calls of `{0}` were inlined by the compiler; mark it #[inline(never)]")]
    Inlined(String),
}
