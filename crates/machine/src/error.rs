//! What can go wrong in a checked program, by name.

use crate::unsupported::Unsupported;
use std::fmt;

use trailhound_host::Stop;

/// The kinds of errors; the names are part of the JSON interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    Deadlock,
    Assertion,
    Panic,
    Abort,
    ExitStatus,
    NullDereference,
    OutOfBounds,
    OverlappingCopy,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    InvalidPointer,
    ReadOnlyWrite,
    Uninitialised,
    DivisionByZero,
    Unreachable,
    LockMisuse,
    Leak,
    StackOverflow,
    Livelock,
    DataRace,
    UncaughtException,
    Terminate,
    PureVirtualCall,
    MismatchedFree,
    /// A write to a pipe without a reader.
    BrokenPipe,
    /// A place that the search was told to go to.
    TargetReached,
    /// Two threads in a place where only one should be.
    MutualExclusion,
    /// An expression that should always hold does not.
    Invariant,
    /// An execution violates a temporal property.
    Temporal,
}

impl ErrorKind {
    /// All kinds.
    pub const ALL: [ErrorKind; 30] = [
        ErrorKind::Deadlock,
        ErrorKind::Assertion,
        ErrorKind::Panic,
        ErrorKind::Abort,
        ErrorKind::ExitStatus,
        ErrorKind::NullDereference,
        ErrorKind::OutOfBounds,
        ErrorKind::OverlappingCopy,
        ErrorKind::UseAfterFree,
        ErrorKind::DoubleFree,
        ErrorKind::InvalidFree,
        ErrorKind::InvalidPointer,
        ErrorKind::ReadOnlyWrite,
        ErrorKind::Uninitialised,
        ErrorKind::DivisionByZero,
        ErrorKind::Unreachable,
        ErrorKind::LockMisuse,
        ErrorKind::Leak,
        ErrorKind::StackOverflow,
        ErrorKind::Livelock,
        ErrorKind::DataRace,
        ErrorKind::UncaughtException,
        ErrorKind::Terminate,
        ErrorKind::PureVirtualCall,
        ErrorKind::MismatchedFree,
        ErrorKind::BrokenPipe,
        ErrorKind::TargetReached,
        ErrorKind::MutualExclusion,
        ErrorKind::Invariant,
        ErrorKind::Temporal,
    ];

    pub fn name(self) -> &'static str {
        match self {
            ErrorKind::Deadlock => "deadlock",
            ErrorKind::Assertion => "assertion",
            ErrorKind::Panic => "panic",
            ErrorKind::Abort => "abort",
            ErrorKind::ExitStatus => "exit-status",
            ErrorKind::NullDereference => "null-dereference",
            ErrorKind::OutOfBounds => "out-of-bounds",
            ErrorKind::OverlappingCopy => "overlapping-copy",
            ErrorKind::UseAfterFree => "use-after-free",
            ErrorKind::DoubleFree => "double-free",
            ErrorKind::InvalidFree => "invalid-free",
            ErrorKind::InvalidPointer => "invalid-pointer",
            ErrorKind::ReadOnlyWrite => "read-only-write",
            ErrorKind::Uninitialised => "uninitialised",
            ErrorKind::DivisionByZero => "division-by-zero",
            ErrorKind::Unreachable => "unreachable",
            ErrorKind::LockMisuse => "lock-misuse",
            ErrorKind::Leak => "leak",
            ErrorKind::StackOverflow => "stack-overflow",
            ErrorKind::Livelock => "livelock",
            ErrorKind::DataRace => "data-race",
            ErrorKind::UncaughtException => "uncaught-exception",
            ErrorKind::Terminate => "terminate",
            ErrorKind::PureVirtualCall => "pure-virtual-call",
            ErrorKind::MismatchedFree => "mismatched-free",
            ErrorKind::BrokenPipe => "broken-pipe",
            ErrorKind::TargetReached => "target-reached",
            ErrorKind::MutualExclusion => "mutual-exclusion",
            ErrorKind::Invariant => "invariant",
            ErrorKind::Temporal => "temporal",
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What a step can end with instead of going on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The program is wrong.
    Error(ErrorKind, String),
    /// The machine does not know this: the check ends with exit code 2.
    Unsupported(Unsupported),
    /// The step was given up: the time or the memory for it is used up. It says nothing about the
    /// program, and nothing of it is kept.
    Abandoned(Stop),
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Fault {
        Fault::Abandoned(stop)
    }
}

impl Fault {
    pub fn error(kind: ErrorKind, message: impl Into<String>) -> Fault {
        Fault::Error(kind, message.into())
    }

    pub fn unsupported(what: impl Into<Unsupported>) -> Fault {
        Fault::Unsupported(what.into())
    }

    /// A call that is not supported, and why or what does the same.
    pub fn refused(call: impl Into<String>, instead: &'static str) -> Fault {
        let call = call.into();
        Fault::Unsupported(Unsupported::Call { call, instead })
    }
}
