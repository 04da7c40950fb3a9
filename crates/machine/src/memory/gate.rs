//! Where a step must stop: before its second operation that others can see.

use super::object::Flags;

/// Whether the running thread may go through an operation that others can see.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gate {
    /// Other threads could run in between.
    pub concurrent: bool,
    /// Flags of objects that these can reach.
    pub visible: u32,
    /// One visible operation may still be executed in this step.
    pub open: bool,
    /// The next visible operation may be executed whatever else is said.
    pub pass: bool,
    /// Writes to the variables of properties end steps: not in an atomic section.
    pub watches: bool,
    /// One such write may still be executed in this step.
    pub watched_turn: bool,
}

impl Gate {
    /// Whether an access to an object with these flags is seen by others.
    #[inline(always)]
    pub fn shows(&self, flags: Flags) -> bool {
        flags.0 & self.visible != 0
    }

    /// True: stop before the operation. Otherwise the operation uses up the step's turn.
    #[inline(always)]
    pub fn stops(&mut self) -> bool {
        self.concurrent && !std::mem::take(&mut self.open) && !std::mem::take(&mut self.pass)
    }

    /// Whether the next visible operation passes as bookkeeping of a library.
    #[inline(always)]
    pub(super) fn passes_bookkeeping(&self) -> bool {
        self.concurrent && !self.open && self.pass
    }
}
