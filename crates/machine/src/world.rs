//! What all threads have in common besides memory: how many are alive, who alone may
//! run, what happens at exit; and the list of sleeping threads.

use crate::leaves::{LeafId, Leaves};
use crate::process_id::ProcessId;
use crate::snapshot::Slot;
use crate::snapshot::{Part, SlotKind, Snapshot, Unit};
use crate::thread_id::ThreadId;
use trailhound_program::ObjectId;

#[derive(Debug, Default)]
pub struct World {
    pub unit: Unit,
    pub alive: u32,
    /// A bit for each thread number in use, by a thread that runs or has not been joined.
    pub numbers: Vec<u64>,
    /// A bit for each of them that is kept because pointers to variables of its last thread may be left.
    left: Vec<u64>,
    /// The thread that stands at a data choice: no other thread may run.
    pub exclusive: Option<ThreadId>,
    /// The program has ended with this status.
    pub exited: Option<i32>,
    /// What the first process has registered.
    pub own: Registered,
    /// Processes that exist besides the first, those included that were not waited for. Sorted.
    pub processes: Vec<u64>,
}

/// What a world says of the threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub alive: u32,
    /// Only one thread may run.
    pub exclusive: bool,
    pub exited: bool,
}

/// What a process has registered for later.
#[derive(Clone, Debug, Default)]
pub struct Registered {
    /// Functions registered with atexit and the like: function, argument.
    pub exit_handlers: Vec<(u64, u64)>,
    /// Destructors of pthread keys; a deleted key has u64::MAX.
    pub keys: Vec<u64>,
    /// Functions of pthread_atfork: before a fork, and after it in the parent and in the child; 0 for none.
    pub fork_handlers: Vec<[u64; 3]>,
}

/// Registrations with pthread_atfork that a process can make.
pub const MOST_FORK_HANDLERS: usize = 255;

impl Registered {
    /// The numbers of functions for the end and around forks, in 32 bits.
    pub fn lengths(&self) -> u64 {
        self.exit_handlers.len() as u64 | (self.fork_handlers.len() as u64) << 24
    }

    /// Appends the functions for the end and around forks.
    pub fn encode_handlers(&self, words: &mut Vec<u64>) {
        let exit = self.exit_handlers.iter();
        words.extend(exit.flat_map(|&(function, argument)| [function, argument]));
        words.extend(self.fork_handlers.iter().flatten());
    }

    /// The opposite, without keys, and the words behind.
    pub fn decode_handlers(lengths: u32, words: &[u64]) -> (Registered, &[u64]) {
        let (exit, fork) = ((lengths & 0xff_ffff) as usize, (lengths >> 24) as usize);
        let (pairs, rest) = words.split_at(2 * exit);
        let (triples, rest) = rest.split_at(3 * fork);
        let registered = Registered {
            exit_handlers: pairs.chunks_exact(2).map(|p| (p[0], p[1])).collect(),
            keys: Vec::new(),
            fork_handlers: triples
                .chunks_exact(3)
                .map(|t| [t[0], t[1], t[2]])
                .collect(),
        };
        (registered, rest)
    }
}

/// Children of one process whose numbers depend on nothing but that process.
const NUMBERED_CHILDREN: u32 = 4;

impl World {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        let Some(leaf) = self.unit.refresh(snapshot, SlotKind::World(Part::Rule)) else {
            return;
        };
        *self = if leaf.is_nothing() {
            World {
                unit: self.unit,
                ..World::default()
            }
        } else {
            Self::decode(self.unit, snapshot.leaves.get(leaf))
        };
    }

    fn decode(unit: Unit, words: &[u64]) -> World {
        let lengths = words[2];
        let (own, rest) = Registered::decode_handlers(lengths as u32, &words[3..]);
        let (numbers, rest) = rest.split_at((lengths >> 32) as u8 as usize);
        let (left, rest) = rest.split_at((lengths >> 40) as u8 as usize);
        let (processes, keys) = rest.split_at((lengths >> 48) as usize);
        World {
            unit,
            alive: words[0] as u32,
            exclusive: ThreadId::of_word((words[0] >> 32) as u32),
            exited: (words[1] >> 32 == 1).then_some(words[1] as i32),
            own: Registered {
                keys: keys.to_vec(),
                ..own
            },
            numbers: numbers.to_vec(),
            left: left.to_vec(),
            processes: processes.to_vec(),
        }
    }

    /// The thread that alone may run in the state with this world, and whether the program is over.
    pub fn summary(words: &[u64]) -> (Option<ThreadId>, bool) {
        (
            ThreadId::of_word((words[0] >> 32) as u32),
            words[1] >> 32 == 1,
        )
    }

    /// What a world leaf says of the threads.
    pub fn outline(leaves: &Leaves, leaf: LeafId) -> Outline {
        if leaf.is_nothing() {
            return Outline::default();
        }
        let words = leaves.get(leaf);
        let (exclusive, exited) = Self::summary(words);
        Outline {
            alive: words[0] as u32,
            exclusive: exclusive.is_some(),
            exited,
        }
    }

    fn encode(&self) -> Vec<u64> {
        let exclusive = ThreadId::to_word(self.exclusive);
        let mut words = vec![
            self.alive as u64 | exclusive << 32,
            self.exited
                .map_or(0, |status| 1 << 32 | status as u32 as u64),
            self.own.lengths()
                | (self.numbers.len() as u64) << 32
                | (self.left.len() as u64) << 40
                | (self.processes.len() as u64) << 48,
        ];
        self.own.encode_handlers(&mut words);
        words.extend(&self.numbers);
        words.extend(&self.left);
        words.extend(&self.processes);
        words.extend(&self.own.keys);
        words
    }

    /// Whether the running step has changed anything but who alone may run.
    pub fn has_changed(&self, snapshot: &Snapshot) -> bool {
        if self.unit.written != snapshot.epoch {
            return false;
        }
        let (old, new) = (snapshot.current(self.unit.slot), self.encode());
        old.is_nothing() || {
            let old = snapshot.leaves.get(old);
            old[0] as u32 != new[0] as u32 || old[1..] != new[1..]
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words = self.encode();
        self.unit.leaf = snapshot.leaves.intern(&words);
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// A thread number that is free, and stays so.
    pub fn free_number_at_hand(&self) -> ThreadId {
        let words = self.numbers.iter();
        let word = words.take_while(|&&word| word == u64::MAX).count();
        let bit = self
            .numbers
            .get(word)
            .map_or(0, |word| word.trailing_ones());
        ThreadId(word as u32 * 64 + bit)
    }

    /// The lowest thread number that is free; it is taken now.
    pub fn take_number(&mut self, epoch: u32) -> ThreadId {
        let word = self
            .numbers
            .iter()
            .position(|&word| word != u64::MAX)
            .unwrap_or_else(|| {
                self.numbers.push(0);
                self.numbers.len() - 1
            });
        let bit = self.numbers[word].trailing_ones();
        self.numbers[word] |= 1 << bit;
        self.unit.write(epoch);
        ThreadId(word as u32 * 64 + bit)
    }

    fn is_taken(&self, number: u32) -> bool {
        let word = self.numbers.get(number as usize / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// A free number for a new process, which is that of its first thread too; it is taken now.
    /// The first few children of a process are numbered by their parent alone, so that states do
    /// not depend on the order in which processes that have nothing to do with each other fork.
    pub fn take_process_number(&mut self, parent: ProcessId, epoch: u32) -> ProcessId {
        let first = NUMBERED_CHILDREN * parent.0 + 1;
        let free = (first..first + NUMBERED_CHILDREN).find(|&number| !self.is_taken(number));
        let Some(number) = free.filter(|&number| number < ObjectId::MAX_THREADS) else {
            return ProcessId(self.take_number(epoch).0);
        };
        set_bit(&mut self.numbers, ThreadId(number));
        self.unit.write(epoch);
        ProcessId(number)
    }

    pub fn add_process(&mut self, process: ProcessId, epoch: u32) {
        self.processes.push(process.0.into());
        self.processes.sort_unstable();
        self.unit.write(epoch);
    }

    pub fn remove_process(&mut self, process: ProcessId, epoch: u32) {
        self.processes
            .retain(|&other| other != u64::from(process.0));
        self.free_number(process.first_thread(), epoch);
    }

    pub fn free_number(&mut self, thread: ThreadId, epoch: u32) {
        clear_bit(&mut self.numbers, thread);
        clear_bit(&mut self.left, thread);
        self.unit.write(epoch);
    }

    /// The number of a thread that is gone is kept, because pointers to its variables may be left.
    pub fn leave_number(&mut self, thread: ThreadId, epoch: u32) {
        set_bit(&mut self.left, thread);
        self.unit.write(epoch);
    }

    /// No pointers to the variables of a thread that is gone are left, and its number is that of its process.
    pub fn take_from_left(&mut self, thread: ThreadId, epoch: u32) {
        clear_bit(&mut self.left, thread);
        self.unit.write(epoch);
    }

    /// The threads whose numbers are kept because of pointers.
    pub fn left_numbers(&self) -> Vec<ThreadId> {
        let words = (0..).zip(&self.left);
        let bits = words.flat_map(|(at, &word)| {
            let set = (0..64).filter(move |bit| word >> bit & 1 == 1);
            set.map(move |bit| ThreadId(at * 64 + bit))
        });
        bits.collect()
    }

    pub fn set_exclusive(&mut self, thread: Option<ThreadId>, epoch: u32) {
        self.exclusive = thread;
        self.unit.write(epoch);
    }
}

fn set_bit(bits: &mut Vec<u64>, thread: ThreadId) {
    let word = thread.index() / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (thread.0 % 64);
}

fn clear_bit(bits: &mut Vec<u64>, thread: ThreadId) {
    if let Some(word) = bits.get_mut(thread.index() / 64) {
        *word &= !(1 << (thread.0 % 64));
    }
    while bits.last() == Some(&0) {
        bits.pop();
    }
}

/// Who sleeps at which address, so that a wake-up need not look at every thread.
#[derive(Debug, Default)]
pub struct Waiters {
    pub unit: Unit,
    /// Sorted.
    list: Vec<(u64, ThreadId)>,
}

impl Waiters {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(snapshot, SlotKind::World(Part::Waiters)) {
            self.list.clear();
            if !leaf.is_nothing() {
                let pairs = snapshot.leaves.get(leaf).chunks_exact(2);
                self.list
                    .extend(pairs.map(|pair| (pair[0], ThreadId(pair[1] as u32))));
            }
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words: Vec<u64> = self
            .list
            .iter()
            .flat_map(|&(address, thread)| [address, u64::from(thread.0)])
            .collect();
        self.unit.leaf = if words.is_empty() {
            LeafId::NOTHING
        } else {
            snapshot.leaves.intern(&words)
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    pub fn at(&self, address: u64) -> impl Iterator<Item = ThreadId> {
        self.list
            .iter()
            .filter(move |entry| entry.0 == address)
            .map(|entry| entry.1)
    }

    pub fn add(&mut self, address: u64, thread: ThreadId) {
        self.list.push((address, thread));
        self.list.sort_unstable();
    }

    pub fn remove(&mut self, address: u64, thread: ThreadId) {
        self.list.retain(|&entry| entry != (address, thread));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of processes that fork in this order, by parent and how many it forked before.
    fn numbers(order: &[u32]) -> Vec<((ProcessId, usize), ProcessId)> {
        let mut world = World::default();
        world.take_number(1);
        let mut children = Vec::new();
        for parent in order.iter().copied().map(ProcessId) {
            let before = children
                .iter()
                .filter(|((other, _), _)| *other == parent)
                .count();
            let number = world.take_process_number(parent, 1);
            children.push(((parent, before), number));
        }
        children.sort_unstable();
        children
    }

    #[test]
    fn numbers_do_not_depend_on_the_order_of_unrelated_forks() {
        let expected = numbers(&[0, 0, 1, 2, 1]);
        for order in [[0, 1, 1, 0, 2], [0, 0, 2, 1, 1], [0, 1, 0, 2, 1]] {
            assert_eq!(numbers(&order), expected);
        }
        let distinct: std::collections::BTreeSet<ProcessId> =
            expected.iter().map(|&(_, number)| number).collect();
        assert_eq!(distinct.len(), expected.len());
    }

    #[test]
    fn a_process_with_many_children_numbers_them_in_order() {
        let all = numbers(&[0; 200]);
        let all: Vec<u32> = all.into_iter().map(|(_, number)| number.0).collect();
        assert_eq!(all, (1..=200).collect::<Vec<u32>>());
    }
}
