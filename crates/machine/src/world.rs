//! What all threads have in common besides memory: how many are alive, who alone may
//! run, what happens at exit; and the list of sleeping threads.

use crate::leaves::LeafId;
use crate::snapshot::{SlotKind, Snapshot, Unit};

#[derive(Debug, Default)]
pub struct World {
    pub unit: Unit,
    pub alive: u32,
    /// The thread that stands at a data choice: nobody else may run.
    pub exclusive: Option<u32>,
    /// The program has ended with this status.
    pub exited: Option<i32>,
    /// Functions registered with atexit and the like: function, argument.
    pub exit_handlers: Vec<(u64, u64)>,
    /// Destructors of pthread keys; a deleted key has u64::MAX.
    pub keys: Vec<u64>,
}

impl World {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        let Some(leaf) = self.unit.refresh(snapshot, SlotKind::World) else { return };
        *self = if leaf == 0 {
            World { unit: self.unit, ..World::default() }
        } else {
            Self::decode(self.unit, snapshot.leaves.get(leaf))
        };
    }

    fn decode(unit: Unit, words: &[u64]) -> World {
        let handlers = words[2] as u32 as usize;
        let pairs = &words[3..3 + 2 * handlers];
        World {
            unit,
            alive: words[0] as u32,
            exclusive: ((words[0] >> 32) as u32).checked_sub(1),
            exited: (words[1] >> 32 == 1).then_some(words[1] as i32),
            exit_handlers: pairs.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect(),
            keys: words[3 + 2 * handlers..].to_vec(),
        }
    }

    /// The thread that alone may run in the state with this world, and whether the program is over.
    pub fn summary(words: &[u64]) -> (Option<u32>, bool) {
        (((words[0] >> 32) as u32).checked_sub(1), words[1] >> 32 == 1)
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(u32, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let exclusive = self.exclusive.map_or(0, |thread| thread as u64 + 1);
        let mut words = vec![
            self.alive as u64 | exclusive << 32,
            self.exited.map_or(0, |status| 1 << 32 | status as u32 as u64),
            self.exit_handlers.len() as u64,
        ];
        words.extend(self.exit_handlers.iter().flat_map(|&(function, argument)| [function, argument]));
        words.extend(&self.keys);
        self.unit.leaf = snapshot.leaves.intern(&words);
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    pub fn set_exclusive(&mut self, thread: Option<u32>, epoch: u32) {
        self.exclusive = thread;
        self.unit.write(epoch);
    }
}

/// Who sleeps at which address, so that a wake-up need not look at every thread.
#[derive(Debug, Default)]
pub struct Waiters {
    pub unit: Unit,
    /// Sorted.
    list: Vec<(u64, u32)>,
}

impl Waiters {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(snapshot, SlotKind::World) {
            self.list.clear();
            if leaf != 0 {
                let pairs = snapshot.leaves.get(leaf).chunks_exact(2);
                self.list.extend(pairs.map(|pair| (pair[0], pair[1] as u32)));
            }
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(u32, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words: Vec<u64> = self.list.iter().flat_map(|&(address, thread)| [address, thread as u64]).collect();
        self.unit.leaf = if words.is_empty() { 0 } else { snapshot.leaves.intern(&words) };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    pub fn at(&self, address: u64) -> impl Iterator<Item = u32> {
        self.list.iter().filter(move |entry| entry.0 == address).map(|entry| entry.1)
    }

    pub fn add(&mut self, address: u64, thread: u32) {
        self.list.push((address, thread));
        self.list.sort_unstable();
    }

    pub fn remove(&mut self, address: u64, thread: u32) {
        self.list.retain(|&entry| entry != (address, thread));
    }
}
