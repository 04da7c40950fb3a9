//! What the walk through a program notes down: who takes which lock and touches which
//! variable where, with what in hand.

use crate::address::{ContextId, Points};
use crate::state::{Hold, Mode, Observation, Place};

/// A lock is waited for.
#[derive(Clone, Debug)]
pub struct Acquisition {
    pub held: Vec<Hold>,
    pub lock: Points,
    pub mode: Mode,
    pub place: Place,
    /// The first function of its thread.
    pub root: ContextId,
}

/// A lock is waited for by a thread that may hold it.
#[derive(Clone, Debug)]
pub struct Relock {
    pub held: Hold,
    pub lock: Points,
    pub mode: Mode,
    pub place: Place,
}

/// How a variable is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub writes: bool,
    pub atomic: bool,
}

/// A shared variable is touched.
#[derive(Clone, Debug)]
pub struct Access {
    pub variable: Points,
    pub touch: Touch,
    pub held: Vec<Hold>,
    pub place: Place,
    pub root: ContextId,
}

/// A variable is written because of what was seen in it before.
#[derive(Clone, Debug)]
pub struct Act {
    pub observation: Observation,
    /// Where the lock was taken again.
    pub since: Option<Place>,
    pub place: Place,
    pub root: ContextId,
}

/// A variable is looked at twice, and the program fails if it has changed.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub before: Observation,
    pub after: Observation,
    /// Where the first observation decided, if it did, and where the program fails.
    pub decided: Option<Place>,
    pub place: Place,
    pub root: ContextId,
}

#[derive(Debug, Default)]
pub struct Facts {
    pub comparisons: Vec<Comparison>,
    pub acquisitions: Vec<Acquisition>,
    pub relocks: Vec<Relock>,
    pub accesses: Vec<Access>,
    pub acts: Vec<Act>,
}
