//! The tuples that one node holds: an open-addressing set without keys apart. It does not
//! know what the words mean.

/// A set of tuples of `W` words.
pub struct TupleSet<const W: usize> {
    slots: Vec<[u32; W]>,
    len: usize,
    /// The one tuple that looks like an empty slot.
    has_empty: bool,
}

const FIRST_SLOTS: usize = 16;

impl<const W: usize> TupleSet<W> {
    const EMPTY: [u32; W] = [u32::MAX; W];

    pub fn new() -> TupleSet<W> {
        TupleSet {
            slots: Vec::new(),
            len: 0,
            has_empty: false,
        }
    }

    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<[u32; W]>()
    }

    /// Adds a tuple; whether it is new.
    #[inline]
    pub fn insert(&mut self, tuple: &[u32; W]) -> bool {
        if self.len * 8 >= self.slots.len() * 5 {
            self.grow();
        }
        if *tuple == Self::EMPTY {
            return !std::mem::replace(&mut self.has_empty, true);
        }
        let at = self.place_of(tuple);
        let is_new = self.slots[at] == Self::EMPTY;
        if is_new {
            self.slots[at] = *tuple;
            self.len += 1;
        }
        is_new
    }

    /// Where the tuple is or belongs.
    #[inline]
    fn place_of(&self, tuple: &[u32; W]) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash(tuple) as usize & mask;
        loop {
            let slot = &self.slots[at];
            if slot == tuple || *slot == Self::EMPTY {
                return at;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(FIRST_SLOTS);
        let old = std::mem::replace(&mut self.slots, vec![Self::EMPTY; slots]);
        for tuple in old.into_iter().filter(|tuple| *tuple != Self::EMPTY) {
            let at = self.place_of(&tuple);
            self.slots[at] = tuple;
        }
    }
}

/// Spreads the words over 64 bits, of which the lower ones count.
#[inline]
fn hash<const W: usize>(tuple: &[u32; W]) -> u64 {
    let mut mixed = 0x9e37_79b9_7f4a_7c15u64;
    for pair in tuple.chunks(2) {
        let word = u64::from(pair[0]) | pair.get(1).map_or(0, |&high| u64::from(high) << 32);
        mixed = (mixed ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 32;
    }
    mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use trailhound_search::scramble;

    #[test]
    fn it_is_a_set() {
        let mut set = TupleSet::<3>::new();
        let mut model = HashSet::new();
        for number in 0..20_000u64 {
            let drawn = scramble(number);
            let tuple = match number % 100 {
                0 => [u32::MAX; 3],
                _ => [drawn as u32 % 50, (drawn >> 32) as u32 % 50, 7],
            };
            assert_eq!(set.insert(&tuple), model.insert(tuple), "{tuple:?}");
        }
        assert!(model.len() > 2000);
    }
}
