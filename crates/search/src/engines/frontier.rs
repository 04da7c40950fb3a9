//! The queue of a directed search: small entries, the best one first. It does not know
//! what a rank stands for.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

use crate::dice::scramble;
use crate::guide::Rank;
use crate::store::StateId;

/// A state that waits, in 24 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    pub key: Rank,
    /// Decides between equal keys: the one that came last, or what the seed makes of it.
    order: u32,
    pub state: StateId,
}

pub(super) struct Frontier {
    queue: Queue,
    arrivals: u32,
    seed: u64,
}

enum Queue {
    /// A heap takes what comes in constant time, most of the time.
    Open(BinaryHeap<Reverse<Entry>>),
    /// Both ends are needed.
    Bounded {
        entries: BTreeSet<Entry>,
        width: usize,
    },
}

/// What a seed makes of a number: decides between equals.
#[inline]
pub(super) fn tie(seed: u64, number: u64) -> u32 {
    (scramble(seed ^ number) >> 32) as u32
}

impl Frontier {
    /// With a width, only so many of the best states stay. Of equals the one that came last
    /// goes first: on a plateau the search goes on where it is. With a seed other than 0,
    /// ties are broken at random.
    pub fn new(width: Option<usize>, seed: u64) -> Frontier {
        Frontier {
            queue: match width {
                None => Queue::Open(BinaryHeap::new()),
                Some(width) => Queue::Bounded {
                    entries: BTreeSet::new(),
                    width: width.max(1),
                },
            },
            arrivals: 0,
            seed,
        }
    }

    pub fn len(&self) -> usize {
        match &self.queue {
            Queue::Open(heap) => heap.len(),
            Queue::Bounded { entries, .. } => entries.len(),
        }
    }

    pub fn bytes(&self) -> usize {
        let entries = match &self.queue {
            Queue::Open(heap) => heap.capacity(),
            // The nodes of such a tree are two thirds full, or more.
            Queue::Bounded { entries, .. } => entries.len() + entries.len() / 2,
        };
        entries * size_of::<Entry>()
    }

    /// Adds a state; whether one had to go for it, itself perhaps.
    #[inline]
    pub fn push(&mut self, key: Rank, state: StateId) -> bool {
        let order = match self.seed {
            0 => u32::MAX - self.arrivals,
            seed => tie(seed, u64::from(self.arrivals)),
        };
        self.arrivals = self.arrivals.saturating_add(1);
        let entry = Entry { key, order, state };
        match &mut self.queue {
            Queue::Open(heap) => {
                heap.push(Reverse(entry));
                false
            }
            Queue::Bounded { entries, width } => {
                entries.insert(entry);
                entries.len() > *width && entries.pop_last().is_some()
            }
        }
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Entry> {
        match &mut self.queue {
            Queue::Open(heap) => heap.pop().map(|Reverse(entry)| entry),
            Queue::Bounded { entries, .. } => entries.pop_first(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(first: i64, second: i64) -> Rank {
        Rank { first, second }
    }

    fn drain(frontier: &mut Frontier) -> Vec<usize> {
        std::iter::from_fn(|| frontier.pop())
            .map(|entry| entry.state.number())
            .collect()
    }

    #[test]
    fn an_entry_is_small() {
        assert_eq!(size_of::<Entry>(), 24);
    }

    #[test]
    fn lower_comes_first_and_of_equals_the_last() {
        let mut frontier = Frontier::new(None, 0);
        let ranks = [rank(2, 0), rank(1, 5), rank(1, 5), rank(1, -5), rank(-7, 9)];
        for (key, number) in ranks.into_iter().zip(1..) {
            assert!(!frontier.push(key, StateId::from_number(number)));
        }
        assert_eq!(frontier.len(), 5);
        assert_eq!(drain(&mut frontier), [5, 4, 3, 2, 1]);
    }

    #[test]
    fn a_seed_mixes_equals_and_only_those() {
        let order = |seed| {
            let mut frontier = Frontier::new(None, seed);
            for number in 1..=20 {
                frontier.push(
                    rank(i64::from(number / 11), 0),
                    StateId::from_number(number),
                );
            }
            drain(&mut frontier)
        };
        assert_ne!(order(1), order(2));
        assert_eq!(order(1), order(1));
        assert!(order(1)[..10].iter().all(|&number| number <= 10));
    }

    #[test]
    fn a_bounded_queue_drops_the_worst() {
        let mut frontier = Frontier::new(Some(2), 0);
        assert!(!frontier.push(rank(3, 0), StateId::from_number(1)));
        assert!(!frontier.push(rank(1, 0), StateId::from_number(2)));
        assert!(frontier.push(rank(2, 0), StateId::from_number(3)));
        assert!(frontier.push(rank(9, 0), StateId::from_number(4)));
        assert_eq!(drain(&mut frontier), [2, 3]);
    }
}
