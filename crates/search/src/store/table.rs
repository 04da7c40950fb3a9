//! Pairs of numbers, each kept once and numbered from 1 as they come. Several threads may intern
//! pairs at the same time; who has the table to itself makes room.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use trailhound_checkpoint::{Damage, Reader, Writer};

use super::cells::Cells;
use super::index::{Index, Probe, hash};

pub(super) struct Table {
    /// The pair of each number; the one of number 0 means nothing.
    keys: Cells<AtomicU64>,
    index: Index,
    /// The first number that was never claimed.
    next: AtomicU32,
    /// Numbers that were claimed and given back: no pair has them.
    spare: Mutex<Vec<Range<u32>>>,
}

/// Numbers that one thread has claimed for pairs to come.
#[derive(Default)]
pub(super) struct Block(Range<u32>);

impl Block {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    #[inline]
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }
}

/// As many numbers are claimed at once.
const BLOCK: u32 = 64;

/// A table grows by so many numbers at least, and at most.
const LEAST_MORE: usize = BLOCK as usize;
const MOST_MORE: usize = 1 << 14;

/// Where `is_full` begins: far enough from the end for all that happens until the next
/// look at it.
const NEARLY_ALL: u32 = u32::MAX - (1 << 28);

impl Table {
    pub fn new() -> Table {
        let mut keys = Cells::new();
        keys.extend_to(1);
        Table {
            keys,
            index: Index::new(),
            next: AtomicU32::new(1),
            spare: Mutex::default(),
        }
    }

    /// One table for each depth of a tree.
    pub fn for_depths(depth: usize) -> Vec<Table> {
        (0..depth).map(|_| Table::new()).collect()
    }

    /// Numbers that were claimed, whether there is a pair for them yet or not.
    #[inline]
    pub fn claimed(&self) -> u32 {
        self.next.load(Ordering::Relaxed) - 1
    }

    /// Numbers that were given back.
    pub fn spare(&self) -> Vec<Range<u32>> {
        self.spare.lock().expect("no holder panics").clone()
    }

    pub fn bytes(&self) -> usize {
        self.keys.bytes() + self.index.bytes()
    }

    pub fn is_full(&self) -> bool {
        self.claimed() > NEARLY_ALL
    }

    /// The largest number that there is room for.
    pub fn room(&self) -> usize {
        self.index.most().min(self.keys.len() - 1)
    }

    /// The number of a pair; whether it is new. `None` if there is no room for it.
    #[inline]
    pub fn intern(&self, key: u64, block: &mut Block) -> Option<(u32, bool)> {
        let hash = hash(key);
        let fits = |number: u32| self.get(number) == key;
        let mut probe = self.index.probe(hash, fits);
        loop {
            let slot = match probe {
                Probe::Found(number) => return Some((number, false)),
                Probe::Vacant(slot) => slot,
            };
            let number = self.claim(block)?;
            self.keys.get(number as usize).store(key, Ordering::Relaxed);
            if self.index.fill(slot, hash, number) {
                return Some((number, true));
            }
            // Another thread was faster, perhaps with the same pair.
            block.0.start -= 1;
            probe = self.index.probe_from(slot, hash, fits);
        }
    }

    /// The same, making room if there is none.
    #[inline]
    pub fn intern_growing(&mut self, key: u64, block: &mut Block) -> (u32, bool) {
        loop {
            if let Some(interned) = self.intern(key, block) {
                return interned;
            }
            self.give_back(block);
            self.grow();
        }
    }

    /// The number of a pair that is there.
    #[inline]
    pub fn find(&self, key: u64) -> Option<u32> {
        match self
            .index
            .probe(hash(key), |number| self.get(number) == key)
        {
            Probe::Found(number) => Some(number),
            Probe::Vacant(_) => None,
        }
    }

    /// The pair of a number.
    #[inline]
    pub fn get(&self, number: u32) -> u64 {
        self.keys.get(number as usize).load(Ordering::Relaxed)
    }

    #[inline]
    fn claim(&self, block: &mut Block) -> Option<u32> {
        if block.0.is_empty() {
            *block = self.claim_block()?;
        }
        let number = block.0.start;
        block.0.start += 1;
        Some(number)
    }

    #[cold]
    fn claim_block(&self) -> Option<Block> {
        if let Some(range) = self.spare.lock().expect("no holder panics").pop() {
            return Some(Block(range));
        }
        let end = u32::try_from(self.room()).expect("a search ends before a table is full") + 1;
        let up_to = |start: u32| (start < end).then(|| end.min(start + BLOCK));
        let start = self
            .next
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, up_to)
            .ok()?;
        Some(Block(start..end.min(start + BLOCK)))
    }

    /// Takes back the numbers that a thread has not used.
    pub fn give_back(&self, block: &mut Block) {
        let Range { start, end } = std::mem::take(&mut block.0);
        if start == end {
            return;
        }
        let is_last = self
            .next
            .compare_exchange(end, start, Ordering::Relaxed, Ordering::Relaxed);
        if is_last.is_err() {
            self.spare
                .lock()
                .expect("no holder panics")
                .push(start..end);
        }
    }

    /// Whether a thread may find no room.
    pub fn is_tight(&self) -> bool {
        let spare = self.spare.lock().expect("no holder panics");
        spare.is_empty() && self.claimed() as usize + BLOCK as usize > self.room()
    }

    /// Makes room. All claimed numbers must have been used or given back.
    #[cold]
    pub fn grow(&mut self) {
        let claimed = self.claimed() as usize;
        let more = (claimed / 2).clamp(LEAST_MORE, MOST_MORE);
        self.keys.extend_to(claimed + more + 1);
        if self.index.most() < claimed + LEAST_MORE {
            self.index.grow();
            self.fill_index();
        }
    }

    /// Saves the pairs. All claimed numbers must have been used or given back.
    pub fn save(&self, out: &mut Writer<'_>) {
        let spare = self.spare();
        out.length(spare.len());
        for range in spare {
            out.u32(range.start);
            out.u32(range.end);
        }
        out.u64s((0..self.claimed()).map(|before| self.get(before + 1)));
    }

    /// The index is made again.
    pub fn load(input: &mut Reader<'_>) -> Result<Table, Damage> {
        let spare = input.items(|input| Ok(input.u32()?..input.u32()?))?;
        let claimed = input.length()?;
        let next = u32::try_from(claimed + 1).map_err(|_| Damage::Content("too many pairs"))?;
        let mut table = Table::new();
        for number in 1..=claimed {
            if number >= table.keys.len() {
                let more = (number / 2).clamp(LEAST_MORE, MOST_MORE);
                table
                    .keys
                    .extend_to((number + more).min(claimed + LEAST_MORE) + 1);
            }
            let key = input.u64()?;
            table.keys.get(number).store(key, Ordering::Relaxed);
        }
        table.next = AtomicU32::new(next);
        table.spare = Mutex::new(spare);
        while table.index.most() < claimed + LEAST_MORE {
            table.index.grow();
        }
        table.fill_index();
        Ok(table)
    }

    /// Gives every number another pair. The pairs must be distinct again, and all claimed numbers
    /// used or given back.
    pub fn replace(&mut self, mut new_key: impl FnMut(u64) -> u64) {
        for number in self.used() {
            let key = new_key(self.get(number));
            self.keys.get(number as usize).store(key, Ordering::Relaxed);
        }
        self.index.clear();
        self.fill_index();
    }

    #[cold]
    fn fill_index(&mut self) {
        for number in self.used() {
            let key = self.get(number);
            self.index.fill_new(hash(key), number);
        }
    }

    /// The numbers that pairs have, in order, if all others were given back.
    pub fn used(&self) -> impl DoubleEndedIterator<Item = u32> + use<> {
        let spare = self.spare();
        let is_spare = move |number: &u32| spare.iter().any(|range| range.contains(number));
        (1..self.claimed() + 1).filter(move |number| !is_spare(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Barrier, RwLock};
    use std::thread;

    /// All threads put in the same pairs at the same time, so that they meet at many slots.
    #[test]
    fn a_pair_is_new_for_one_thread() {
        const THREADS: usize = 6;
        const PAIRS: u64 = 2_000;
        for round in 0..30 {
            let table = RwLock::new(Table::new());
            let barrier = Barrier::new(THREADS);
            let work = || {
                let mut block = Block::default();
                let mut numbers = Vec::new();
                barrier.wait();
                let mut guard = table.read().unwrap();
                for pair in 0..PAIRS {
                    let key = hash(pair + round);
                    let interned = loop {
                        if let Some(interned) = guard.intern(key, &mut block) {
                            break interned;
                        }
                        guard.give_back(&mut block);
                        drop(guard);
                        let mut alone = table.write().unwrap();
                        if alone.is_tight() {
                            alone.grow();
                        }
                        drop(alone);
                        guard = table.read().unwrap();
                    };
                    assert_eq!(guard.get(interned.0), key);
                    numbers.push(interned);
                }
                guard.give_back(&mut block);
                numbers
            };
            let done: Vec<Vec<(u32, bool)>> = thread::scope(|scope| {
                let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(work)).collect();
                let joined = threads.into_iter().map(|thread| thread.join().unwrap());
                joined.collect()
            });
            let table = table.into_inner().unwrap();
            for pair in 0..PAIRS as usize {
                let news = done.iter().filter(|numbers| numbers[pair].1).count();
                assert_eq!(news, 1, "new once");
                assert!(
                    done.iter()
                        .all(|numbers| numbers[pair].0 == done[0][pair].0)
                );
                let key = hash(pair as u64 + round);
                assert_eq!(table.find(key), Some(done[0][pair].0));
            }
            assert_eq!(table.used().count() as u64, PAIRS);
        }
    }
}
