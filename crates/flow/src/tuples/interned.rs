//! Arrays of words, each kept once and numbered as they come. It does not know what the words
//! mean.

/// A numbered set of arrays that are all of one length.
pub struct Interned {
    length: usize,
    /// One array behind the other, in the order of their numbers.
    words: Vec<u32>,
    /// Open addressing: each is a number, or `VACANT`.
    slots: Vec<u32>,
    len: usize,
}

const VACANT: u32 = u32::MAX;
const FIRST_SLOTS: usize = 16;

impl Interned {
    pub fn new(length: usize) -> Interned {
        Interned {
            length,
            words: Vec::new(),
            slots: vec![VACANT; FIRST_SLOTS],
            len: 0,
        }
    }

    pub fn bytes(&self) -> usize {
        (self.words.len() + self.slots.len()) * size_of::<u32>()
    }

    #[inline]
    pub fn get(&self, number: u32) -> &[u32] {
        &self.words[number as usize * self.length..][..self.length]
    }

    /// The number of an array; whether it is new.
    #[inline]
    pub fn intern(&mut self, words: &[u32]) -> (u32, bool) {
        let mask = self.slots.len() - 1;
        let mut at = hash(words) as usize & mask;
        loop {
            match self.slots[at] {
                VACANT => return (self.add(words, at), true),
                number if self.get(number) == words => return (number, false),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn add(&mut self, words: &[u32], at: usize) -> u32 {
        assert!(self.len < VACANT as usize, "a search ends before that");
        let number = self.len as u32;
        self.words.extend_from_slice(words);
        self.slots[at] = number;
        self.len += 1;
        if self.len * 8 > self.slots.len() * 5 {
            self.grow();
        }
        number
    }

    #[cold]
    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        self.slots.clear();
        self.slots.resize(mask + 1, VACANT);
        for number in 0..self.len as u32 {
            let mut at = hash(self.get(number)) as usize & mask;
            while self.slots[at] != VACANT {
                at = (at + 1) & mask;
            }
            self.slots[at] = number;
        }
    }
}

/// Spreads the words over 64 bits, of which the lower ones count.
#[inline]
fn hash(words: &[u32]) -> u64 {
    let mut mixed = 0x9e37_79b9_7f4a_7c15u64;
    for pair in words.chunks(2) {
        let word = u64::from(pair[0]) | pair.get(1).map_or(0, |&high| u64::from(high) << 32);
        mixed = (mixed ^ word).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 32;
    }
    mixed.wrapping_mul(0x94d0_49bb_1331_11eb) >> 24
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use trailhound_search::scramble;

    #[test]
    fn arrays_are_numbered_as_they_come() {
        let mut set = Interned::new(3);
        let mut model = HashMap::new();
        for number in 0..20_000u64 {
            let drawn = scramble(number);
            let words = match number % 100 {
                0 => [u32::MAX; 3],
                _ => [drawn as u32 % 50, (drawn >> 32) as u32 % 50, 7],
            };
            let next = model.len() as u32;
            let expected = *model.entry(words).or_insert(next);
            assert_eq!(
                set.intern(&words),
                (expected, expected == next),
                "{words:?}"
            );
            assert_eq!(set.get(expected), words);
        }
        assert!(model.len() > 2000);
    }
}
