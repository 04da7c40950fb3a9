//! Pairs of numbers, each kept once and numbered from 1 as they come.

use super::chunked::Chunked;
use super::index::{Index, Probe, hash};

pub(super) struct Table {
    /// The pair of each number; the one of number 0 means nothing.
    keys: Chunked<u64>,
    index: Index,
}

/// Where `is_full` begins: far enough from the end for all that happens until the next
/// look at it.
const NEARLY_ALL: usize = (u32::MAX - (1 << 28)) as usize;

impl Table {
    pub fn new() -> Table {
        let mut keys = Chunked::new();
        keys.push(0);
        Table {
            keys,
            index: Index::new(),
        }
    }

    /// One table for each depth of a tree.
    pub fn for_depths(depth: usize) -> Vec<Table> {
        (0..depth).map(|_| Table::new()).collect()
    }

    pub fn len(&self) -> usize {
        self.keys.len() - 1
    }

    pub fn bytes(&self) -> usize {
        self.keys.bytes() + self.index.bytes()
    }

    pub fn is_full(&self) -> bool {
        self.keys.len() > NEARLY_ALL
    }

    /// The number of a pair; whether it is new.
    #[inline]
    pub fn intern(&mut self, key: u64) -> (u32, bool) {
        let hash = hash(key);
        let keys = &self.keys;
        match self
            .index
            .probe(hash, |number| keys.get(number as usize) == key)
        {
            Probe::Found(number) => (number, false),
            Probe::Vacant(slot) => (self.add(key, hash, slot), true),
        }
    }

    /// The number of a pair that is there.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        let keys = &self.keys;
        let fits = |number| keys.get(number as usize) == key;
        match self.index.probe(hash(key), fits) {
            Probe::Found(number) => Some(number),
            Probe::Vacant(_) => None,
        }
    }

    /// The pair of a number.
    #[inline]
    pub fn get(&self, number: u32) -> u64 {
        self.keys.get(number as usize)
    }

    #[inline]
    fn add(&mut self, key: u64, hash: u64, slot: usize) -> u32 {
        let number = u32::try_from(self.keys.len()).expect("a search ends before a table is full");
        self.keys.push(key);
        if self.index.has_room() {
            self.index.fill(slot, hash, number);
        } else {
            self.index.grow();
            self.fill_index();
        }
        number
    }

    /// Gives every number another pair. The pairs must be distinct again.
    pub fn replace(&mut self, mut new_key: impl FnMut(u64) -> u64) {
        for number in 1..self.keys.len() {
            let key = new_key(self.keys.get(number));
            self.keys.put(number, key, 0);
        }
        self.index.clear();
        self.fill_index();
    }

    #[cold]
    fn fill_index(&mut self) {
        for (key, number) in self.keys.iter().zip(0..).skip(1) {
            self.index.fill_new(hash(key), number);
        }
    }
}
