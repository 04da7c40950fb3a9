//! Where each part of a tuple stands in its words.

/// A few bits of one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    word: u32,
    shift: u32,
    mask: u32,
}

impl Slot {
    #[inline]
    pub fn get(self, words: &[u32]) -> u32 {
        words[self.word as usize] >> self.shift & self.mask
    }

    #[inline]
    pub fn set(self, words: &mut [u32], value: u32) {
        let word = &mut words[self.word as usize];
        *word = *word & !(self.mask << self.shift) | value << self.shift;
    }
}

/// Hands out slots. Parts that come together stand together, so that what changes in one
/// step lies in few words.
#[derive(Default)]
pub struct Layout {
    /// By word: the bits taken.
    taken: Vec<u32>,
}

impl Layout {
    /// Room for values below `count`.
    pub fn slot(&mut self, count: usize) -> Slot {
        let bits = usize::BITS - count.saturating_sub(1).leading_zeros();
        assert!(bits <= u32::BITS, "a part of a tuple fits into a word");
        let free = |taken: &u32| taken + bits <= u32::BITS;
        let word = self.taken.iter().position(free).unwrap_or_else(|| {
            self.taken.push(0);
            self.taken.len() - 1
        });
        let shift = self.taken[word];
        self.taken[word] += bits;
        Slot {
            word: word as u32,
            // A part with one value only has no bits, and its mask is empty.
            shift: shift % u32::BITS,
            mask: u32::MAX.checked_shr(u32::BITS - bits).unwrap_or(0),
        }
    }

    pub fn words(&self) -> usize {
        self.taken.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_touch_one_another() {
        let counts = [1, 2, 3, 1000, 65_536, 5, 1, 70_000, 2, 33, 1 << 31, 1];
        let mut layout = Layout::default();
        let slots: Vec<Slot> = counts.iter().map(|&count| layout.slot(count)).collect();
        let mut words = vec![0; layout.words()];
        for round in 0..3u32 {
            let value = |place: usize| (counts[place] as u32 - 1) >> round;
            for (place, slot) in slots.iter().enumerate() {
                slot.set(&mut words, value(place));
            }
            for (place, slot) in slots.iter().enumerate() {
                assert_eq!(slot.get(&words), value(place), "{place}");
            }
        }
    }
}
