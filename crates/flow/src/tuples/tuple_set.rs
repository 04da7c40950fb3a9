//! A set of tuples, by their numbers: a bit for each.

#[derive(Default)]
pub struct TupleSet {
    bits: Vec<u64>,
}

impl TupleSet {
    pub fn bytes(&self) -> usize {
        self.bits.len() * size_of::<u64>()
    }

    #[inline]
    pub fn has(&self, number: usize) -> bool {
        let word = self.bits.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds a tuple; whether it is new.
    #[inline]
    pub fn insert(&mut self, number: usize) -> bool {
        let at = number / 64;
        if at >= self.bits.len() {
            self.bits.resize(at + 1, 0);
        }
        let bit = 1 << (number % 64);
        let is_new = self.bits[at] & bit == 0;
        self.bits[at] |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use trailhound_search::scramble;

    #[test]
    fn it_is_a_set() {
        let mut set = TupleSet::default();
        let mut model = HashSet::new();
        for turn in 0..20_000u64 {
            let number = scramble(turn) as usize % (turn as usize + 1);
            assert_eq!(set.has(number), model.contains(&number), "{number}");
            assert_eq!(set.insert(number), model.insert(number), "{number}");
        }
        assert!(model.len() > 5000 && model.len() < 15_000);
    }
}
