//! The states: the pair at the root of each, with the level of its tree.

use std::num::NonZeroU32;

use super::index::{Index, Probe, hash};
use super::nodes::NEARLY_ALL;

/// A stored state. Numbers are dense but for the last chunk of each level, so an array
/// beside the store may be indexed by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(NonZeroU32);

impl StateId {
    #[inline]
    pub fn number(self) -> usize {
        self.0.get() as usize
    }

    /// How much later than `other` it was numbered; `None` if it was not.
    #[inline]
    pub(crate) fn distance_from(self, other: StateId) -> Option<u32> {
        self.0.get().checked_sub(other.0.get())
    }

    /// The state numbered so much earlier.
    #[inline]
    pub(crate) fn before(self, distance: u32) -> StateId {
        StateId::from_number(self.0.get() - distance)
    }

    #[inline]
    fn from_number(number: u32) -> StateId {
        StateId(NonZeroU32::new(number).expect("number 0 is no state"))
    }
}

pub(crate) const LEVELS: usize = 32;

/// States are numbered over all levels together, so that four bytes name one. Each chunk
/// of numbers belongs to one level; this is how a number knows its level.
pub(crate) struct Roots {
    chunks: Vec<Chunk>,
    /// The chunk of each level that has room.
    open: [usize; LEVELS],
    index: Index,
    len: u64,
}

struct Chunk {
    level: u32,
    keys: Vec<u64>,
}

const CHUNK_BITS: u32 = 16;
const CHUNK: usize = 1 << CHUNK_BITS;
const NONE: usize = usize::MAX;

impl Roots {
    pub fn new() -> Roots {
        Roots {
            chunks: Vec::new(),
            open: [NONE; LEVELS],
            index: Index::new(),
            len: 0,
        }
    }

    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn bytes(&self) -> usize {
        let keys: usize = self.chunks.iter().map(|chunk| chunk.keys.capacity()).sum();
        keys * size_of::<u64>() + self.index.bytes()
    }

    pub fn is_full(&self) -> bool {
        self.chunks.len() * CHUNK > NEARLY_ALL
    }

    /// The state with this root; whether it is new.
    #[inline]
    pub fn insert(&mut self, level: u32, key: u64) -> (StateId, bool) {
        let hash = hash(key, u64::from(level));
        let chunks = &self.chunks;
        let probe = self.index.probe(hash, |number| {
            let chunk = &chunks[number as usize >> CHUNK_BITS];
            chunk.keys[number as usize & (CHUNK - 1)] == key && chunk.level == level
        });
        match probe {
            Probe::Found(number) => (StateId::from_number(number), false),
            Probe::Vacant(slot) => (self.add(level, key, hash, slot), true),
        }
    }

    /// The level and the pair of a state.
    #[inline]
    pub fn get(&self, state: StateId) -> (u32, u64) {
        let chunk = &self.chunks[state.number() >> CHUNK_BITS];
        (chunk.level, chunk.keys[state.number() & (CHUNK - 1)])
    }

    pub fn states(&self) -> impl Iterator<Item = StateId> + '_ {
        let numbers = self.chunks.iter().zip(0..).flat_map(|(chunk, at)| {
            let first = at << CHUNK_BITS;
            first..first + chunk.keys.len() as u32
        });
        numbers.skip(1).map(StateId::from_number)
    }

    #[inline]
    fn add(&mut self, level: u32, key: u64, hash: u64, slot: usize) -> StateId {
        let mut at = self.open[level as usize];
        if at == NONE || self.chunks[at].keys.len() == CHUNK {
            at = self.open_chunk(level);
        }
        let keys = &mut self.chunks[at].keys;
        let number = (at << CHUNK_BITS | keys.len()) as u32;
        keys.push(key);
        self.len += 1;
        if self.index.has_room(number) {
            self.index.fill(slot, hash, number);
        } else {
            self.rebuild_index();
        }
        StateId::from_number(number)
    }

    #[cold]
    fn open_chunk(&mut self, level: u32) -> usize {
        let at = self.chunks.len();
        assert!(
            at <= usize::from(u16::MAX),
            "the search ends before the store is full"
        );
        let is_first = self.open[level as usize] == NONE;
        let mut keys = Vec::with_capacity(if is_first { 1 } else { CHUNK });
        if at == 0 {
            // Number 0 is no state: the index needs it for its empty slots.
            keys.push(0);
        }
        self.chunks.push(Chunk { level, keys });
        self.open[level as usize] = at;
        at
    }

    #[cold]
    fn rebuild_index(&mut self) {
        let largest = (self.chunks.len() << CHUNK_BITS) - 1;
        let entries = self.chunks.iter().zip(0..).flat_map(|(chunk, at)| {
            let keys = chunk.keys.iter().zip(at << CHUNK_BITS..);
            keys.map(|(&key, number)| (hash(key, u64::from(chunk.level)), number))
        });
        self.index.rebuild(largest as u32, entries.skip(1));
    }
}
