//! A set of tuples: a bit for each node of each joint state. It does not know what is in one.

use super::joint::Tuple;

pub struct TupleSet {
    /// By joint state.
    bits: Vec<u64>,
    /// Words of one joint state.
    width: usize,
}

impl TupleSet {
    /// No tuples, for so many nodes.
    pub fn new(nodes: usize) -> TupleSet {
        TupleSet {
            bits: Vec::new(),
            width: nodes.div_ceil(64),
        }
    }

    pub fn bytes(&self) -> usize {
        self.bits.capacity() * size_of::<u64>()
    }

    #[inline]
    pub fn has(&self, tuple: Tuple) -> bool {
        let (at, bit) = self.place(tuple);
        self.bits.get(at).is_some_and(|word| word & bit != 0)
    }

    /// Adds a tuple; whether it is new.
    #[inline]
    pub fn insert(&mut self, tuple: Tuple) -> bool {
        let (at, bit) = self.place(tuple);
        if at >= self.bits.len() {
            self.bits.resize((tuple.joint as usize + 1) * self.width, 0);
        }
        let is_new = self.bits[at] & bit == 0;
        self.bits[at] |= bit;
        is_new
    }

    /// The word and the bit in it.
    #[inline]
    fn place(&self, tuple: Tuple) -> (usize, u64) {
        let at = tuple.joint as usize * self.width + tuple.node as usize / 64;
        (at, 1 << (tuple.node % 64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;
    use trailhound_search::scramble;

    #[test]
    fn it_is_a_set() {
        let mut set = TupleSet::new(130);
        let mut model = HashSet::new();
        for number in 0..20_000u64 {
            let drawn = scramble(number);
            let tuple = Tuple {
                node: drawn as u32 % 130,
                joint: (drawn >> 32) as u32 % 50,
            };
            assert_eq!(set.has(tuple), model.contains(&tuple), "{tuple:?}");
            assert_eq!(set.insert(tuple), model.insert(tuple), "{tuple:?}");
        }
        assert!(model.len() > 5000);
    }
}
