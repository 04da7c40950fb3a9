//! The subtrees of one level: pairs of numbers of the level below, each kept once.

use super::chunked::Chunked;
use super::index::{Index, Probe, hash};

pub(crate) struct Nodes {
    /// The pair of each node; number 0 is the pair of zeros.
    keys: Chunked<u64>,
    index: Index,
}

/// Where `is_full` begins: far enough from the end for all that happens until the next
/// look at it.
pub(super) const NEARLY_ALL: usize = (u32::MAX - (1 << 28)) as usize;

impl Nodes {
    pub fn new() -> Nodes {
        let mut keys = Chunked::new();
        keys.push(0);
        Nodes {
            keys,
            index: Index::new(),
        }
    }

    pub fn bytes(&self) -> usize {
        self.keys.bytes() + self.index.bytes()
    }

    pub fn is_full(&self) -> bool {
        self.keys.len() > NEARLY_ALL
    }

    /// The number of a pair.
    #[inline]
    pub fn intern(&mut self, key: u64) -> u32 {
        if key == 0 {
            return 0;
        }
        let hash = hash(key, 0);
        let keys = &self.keys;
        match self
            .index
            .probe(hash, |node| keys.get(node as usize) == key)
        {
            Probe::Found(node) => node,
            Probe::Vacant(slot) => self.add(key, hash, slot),
        }
    }

    /// The pair of a number.
    #[inline]
    pub fn get(&self, node: u32) -> u64 {
        self.keys.get(node as usize)
    }

    fn add(&mut self, key: u64, hash_of_key: u64, slot: usize) -> u32 {
        let node = u32::try_from(self.keys.len()).expect("the search ends before a level is full");
        self.keys.push(key);
        if self.index.has_room(node) {
            self.index.fill(slot, hash_of_key, node);
        } else {
            let numbered = self.keys.iter().zip(0..).skip(1);
            self.index
                .rebuild(node, numbered.map(|(key, node)| (hash(key, 0), node)));
        }
        node
    }
}
