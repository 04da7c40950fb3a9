//! Sets of stored states.

use trailhound_checkpoint::{Damage, Reader, Writer};

use crate::store::StateId;

/// A set of states: one bit for each.
#[derive(Clone, Default)]
pub(crate) struct States(Vec<u64>);

impl States {
    #[inline]
    pub fn contains(&self, state: StateId) -> bool {
        let word = self.0.get(state.number() / 64);
        word.is_some_and(|word| word >> (state.number() % 64) & 1 == 1)
    }

    pub fn remove(&mut self, state: StateId) {
        if let Some(word) = self.0.get_mut(state.number() / 64) {
            *word &= !(1 << (state.number() % 64));
        }
    }

    /// Whether it was not there.
    #[inline]
    pub fn insert(&mut self, state: StateId) -> bool {
        let (word, bit) = (state.number() / 64, 1 << (state.number() % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }

    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u64>()
    }

    pub fn save(&self, out: &mut Writer<'_>) {
        out.u64s(self.0.iter().copied());
    }

    pub fn load(input: &mut Reader<'_>) -> Result<States, Damage> {
        input.u64s().map(States)
    }
}
