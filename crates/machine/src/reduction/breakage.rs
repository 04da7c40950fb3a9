//! Deliberate mistakes in the reduction, by which the tests are tested: each of them must be noticed.

/// What is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breakage {
    /// Later steps of threads outside a set may be in conflict with it.
    LaterConflicts,
    /// Operations that were blocked are not learnt.
    Attempts,
    /// Threads outside may start, wake, join or detach those inside.
    Lives,
    /// That threads are put elsewhere by others is not learnt.
    Moves,
    /// What is accessed before an assumption that does not hold does not race.
    Assumptions,
    /// Values of memory that only one thread can reach are trusted.
    PrivateMemory,
    /// The end of an object is not in conflict with accesses to it.
    Headers,
    /// States are not asked again.
    Sweeps,
    /// To be left alone by the end of another thread makes no difference.
    Alone,
    /// Threads that sleep at an address are no place.
    Waiters,
    /// Steps that change what a property reads are like others.
    Visibility,
}

impl Breakage {
    pub const ALL: [Breakage; 11] = [
        Breakage::LaterConflicts,
        Breakage::Attempts,
        Breakage::Lives,
        Breakage::Moves,
        Breakage::Assumptions,
        Breakage::PrivateMemory,
        Breakage::Headers,
        Breakage::Sweeps,
        Breakage::Alone,
        Breakage::Waiters,
        Breakage::Visibility,
    ];
}
