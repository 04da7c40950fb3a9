//! Sets of small numbers as bits.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// An empty set of numbers below `bound`.
    pub fn new(bound: usize) -> BitSet {
        BitSet {
            words: vec![0; bound.div_ceil(64)],
        }
    }

    pub fn insert(&mut self, number: u32) {
        self.words[number as usize / 64] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, number: u32) {
        self.words[number as usize / 64] &= !(1 << (number % 64));
    }

    pub fn contains(&self, number: u32) -> bool {
        self.words[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// Adds all of `other`; whether that changed anything.
    pub fn union(&mut self, other: &BitSet) -> bool {
        let mut changed = false;
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            changed |= *more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Adds all of `other` that is not in `except`; whether that changed anything.
    pub fn union_without(&mut self, other: &BitSet, except: &BitSet) -> bool {
        let mut changed = false;
        let words = self.words.iter_mut().zip(&other.words).zip(&except.words);
        for ((word, more), except) in words {
            let more = more & !except;
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            std::iter::successors((word != 0).then_some(word), |w| {
                let rest = w & (w - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |w| i as u32 * 64 + w.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_order() {
        let mut set = BitSet::new(200);
        [130, 3, 64, 63].iter().for_each(|&n| set.insert(n));
        set.remove(64);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 63, 130]);
        let mut other = BitSet::new(200);
        assert!(other.union(&set) && !other.union(&set));
    }
}
