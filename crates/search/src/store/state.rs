//! The numbers of stored states.

use std::num::NonZeroU32;

use trailhound_checkpoint::{Damage, Reader, Writer};

/// A stored state. States are numbered from 1 in the order in which they were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(NonZeroU32);

impl StateId {
    #[inline]
    pub fn number(self) -> usize {
        self.0.get() as usize
    }

    #[inline]
    pub(crate) fn from_number(number: u32) -> StateId {
        StateId(NonZeroU32::new(number).expect("number 0 is no state"))
    }

    /// The state of a number, if it is one.
    #[inline]
    pub(crate) fn numbered(number: u32) -> Option<StateId> {
        NonZeroU32::new(number).map(StateId)
    }

    pub(crate) fn save(self, out: &mut Writer<'_>) {
        out.u32(self.0.get());
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<StateId, Damage> {
        let state = StateId::load_option(input)?;
        state.ok_or(Damage::Content("a state without a number"))
    }

    pub(crate) fn save_option(state: Option<StateId>, out: &mut Writer<'_>) {
        out.u32(state.map_or(0, |state| state.0.get()));
    }

    pub(crate) fn load_option(input: &mut Reader<'_>) -> Result<Option<StateId>, Damage> {
        Ok(StateId::numbered(input.u32()?))
    }

    /// The state that was stored first.
    pub(crate) fn first() -> StateId {
        StateId(NonZeroU32::MIN)
    }

    /// How much later than `other` it was stored; `None` if it was not.
    #[inline]
    pub(crate) fn distance_from(self, other: StateId) -> Option<u32> {
        self.0.get().checked_sub(other.0.get())
    }

    /// The state stored so much earlier.
    #[inline]
    pub(crate) fn before(self, distance: u32) -> StateId {
        StateId::from_number(self.0.get() - distance)
    }
}
