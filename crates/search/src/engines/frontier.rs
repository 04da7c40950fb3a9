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
    /// As long as few ranks differ, and the last of equals goes first.
    Stacked(Stacks),
    /// A heap takes what comes in constant time, most of the time.
    Heaped(BinaryHeap<Reverse<Entry>>),
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
                None if seed == 0 => Queue::Stacked(Stacks::default()),
                None => Queue::Heaped(BinaryHeap::new()),
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
            Queue::Stacked(stacks) => stacks.len,
            Queue::Heaped(heap) => heap.len(),
            Queue::Bounded { entries, .. } => entries.len(),
        }
    }

    pub fn bytes(&self) -> usize {
        let entries = match &self.queue {
            Queue::Stacked(stacks) => return stacks.bytes(),
            Queue::Heaped(heap) => heap.capacity(),
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
            Queue::Stacked(stacks) => {
                stacks.push(key, state);
                if stacks.stacks.len() > MOST_STACKS {
                    self.queue = Queue::Heaped(stacks.drain().map(Reverse).collect());
                }
                false
            }
            Queue::Heaped(heap) => {
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
    pub fn pop(&mut self) -> Option<(Rank, StateId)> {
        let entry = match &mut self.queue {
            Queue::Stacked(stacks) => return stacks.pop(),
            Queue::Heaped(heap) => heap.pop().map(|Reverse(entry)| entry),
            Queue::Bounded { entries, .. } => entries.pop_first(),
        };
        entry.map(|entry| (entry.key, entry.state))
    }
}

/// States by rank. One that comes goes on top of those of its rank, and nothing is sorted but
/// the ranks.
#[derive(Default)]
struct Stacks {
    /// Falling: the best rank is the last.
    stacks: Vec<(Rank, Vec<StateId>)>,
    /// Empty ones, to be used again.
    spare: Vec<Vec<StateId>>,
    len: usize,
}

/// With more ranks than this a heap is better.
const MOST_STACKS: usize = 512;

impl Stacks {
    fn bytes(&self) -> usize {
        let used = self.stacks.iter().map(|(_, stack)| stack.capacity());
        let spare = self.spare.iter().map(Vec::capacity);
        used.chain(spare).sum::<usize>() * size_of::<StateId>()
    }

    #[inline]
    fn push(&mut self, key: Rank, state: StateId) {
        self.len += 1;
        let at = self.stacks.partition_point(|stack| stack.0 > key);
        match self.stacks.get_mut(at) {
            Some((rank, stack)) if *rank == key => stack.push(state),
            _ => {
                let mut stack = self.spare.pop().unwrap_or_default();
                stack.push(state);
                self.stacks.insert(at, (key, stack));
            }
        }
    }

    #[inline]
    fn pop(&mut self) -> Option<(Rank, StateId)> {
        let (rank, stack) = self.stacks.last_mut()?;
        let best = (*rank, stack.pop()?);
        self.len -= 1;
        if stack.is_empty() {
            self.spare.extend(self.stacks.pop().map(|(_, stack)| stack));
        }
        Some(best)
    }

    /// All states as entries that keep their order, for numbers of arrival that come later.
    fn drain(&mut self) -> impl Iterator<Item = Entry> + '_ {
        self.stacks.drain(..).flat_map(|(key, stack)| {
            (0..).zip(stack).map(move |(height, state)| Entry {
                key,
                order: u32::MAX - height,
                state,
            })
        })
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
            .map(|(_, state)| state.number())
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

    /// The order is that of a heap of all, however many ranks there are.
    #[test]
    fn stacks_become_a_heap_in_the_same_order() {
        for ranks in [3, MOST_STACKS as u64 * 4] {
            let mut frontier = Frontier::new(None, 0);
            let mut model = BinaryHeap::new();
            let mut waiting = 0;
            for turn in 1..20_000u32 {
                let drawn = scramble(u64::from(turn));
                if waiting > 0 && drawn.is_multiple_of(3) {
                    waiting -= 1;
                    let Reverse((key, _, state)) = model.pop().expect("states wait");
                    assert_eq!(frontier.pop(), Some((key, state)));
                    continue;
                }
                waiting += 1;
                let key = rank((drawn >> 32) as i64 % 2, ((drawn >> 8) % ranks) as i64);
                let state = StateId::from_number(turn);
                model.push(Reverse((key, Reverse(turn), state)));
                frontier.push(key, state);
                assert_eq!(frontier.len(), waiting);
            }
            let is_heap = matches!(frontier.queue, Queue::Heaped(_));
            assert_eq!(is_heap, ranks > MOST_STACKS as u64);
            let left = std::iter::from_fn(|| model.pop()).map(|Reverse(entry)| entry.2.number());
            assert!(drain(&mut frontier).into_iter().eq(left));
        }
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
