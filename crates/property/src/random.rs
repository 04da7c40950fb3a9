//! Seeded random formulas, words and graphs for the tests.

use crate::formula::{Connective, Formula, Modality, PropositionId};
use crate::lasso::Lasso;

/// SplitMix64.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number in `0..bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A formula with `size` operators and propositions, or a few less.
    pub fn formula(&mut self, size: usize, propositions: u8) -> Formula {
        if size <= 1 {
            return match self.below(20) {
                0 => Formula::True,
                1 => Formula::False,
                _ => Formula::Proposition(PropositionId(self.below(propositions.into()) as u8)),
            };
        }
        let unary = [Modality::Next, Modality::Finally, Modality::Globally];
        match self.below(if size == 2 { 4 } else { 14 }) {
            0 => self.formula(size - 1, propositions).negated(),
            choice @ 1..=3 => {
                Formula::unary(unary[choice - 1], self.formula(size - 1, propositions))
            }
            choice => {
                let connective = [
                    Connective::And,
                    Connective::Or,
                    Connective::Implies,
                    Connective::Iff,
                    Connective::Xor,
                    Connective::Until,
                    Connective::Release,
                    Connective::WeakUntil,
                    Connective::StrongRelease,
                    Connective::Until,
                ][choice - 4];
                let left = 1 + self.below(size - 2);
                let right = size - 1 - left;
                Formula::binary(
                    connective,
                    self.formula(left, propositions),
                    self.formula(right, propositions),
                )
            }
        }
    }

    /// A word with a stem of up to four letters and a cycle of up to four.
    pub fn lasso(&mut self, propositions: u8) -> Lasso {
        let stem = self.below(5);
        let cycle = 1 + self.below(4);
        let mut letters = |count: usize| -> Vec<u64> {
            (0..count)
                .map(|_| self.next() & ((1 << propositions) - 1))
                .collect()
        };
        let (stem, cycle) = (letters(stem), letters(cycle));
        Lasso::new(&stem, &cycle)
    }
}
