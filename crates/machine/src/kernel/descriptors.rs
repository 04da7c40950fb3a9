//! The file descriptors of a process. The three standard streams are there from the start.

use super::files::ROOT;
use crate::leaves::LeafId;
use crate::process_id::ProcessId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};

/// What a file descriptor stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Descriptor {
    /// Standard input, output or errors.
    Standard(u32),
    /// The end of a pipe.
    Reading(u32),
    Writing(u32),
    /// A message queue, with the flags that it was opened with.
    Queue {
        number: u32,
        flags: u16,
    },
    /// Shared memory with a name.
    Memory(u32),
    /// An open file or directory, by its description.
    File(u32),
    /// An end of a connection: what it reads and what it writes.
    Socket {
        reading: u32,
        writing: u32,
    },
    Counter(u32),
    Timer(u32),
    Epoll(u32),
}

/// Bits of the number of a channel, where there are two.
const CHANNEL_BITS: u32 = 24;

impl Descriptor {
    /// The channels that it is an end of.
    pub fn channels(self) -> impl Iterator<Item = u32> {
        let (first, second) = match self {
            Descriptor::Standard(_) | Descriptor::File(_) => (None, None),
            Descriptor::Reading(number)
            | Descriptor::Writing(number)
            | Descriptor::Queue { number, .. }
            | Descriptor::Memory(number)
            | Descriptor::Counter(number)
            | Descriptor::Timer(number)
            | Descriptor::Epoll(number) => (Some(number), None),
            Descriptor::Socket { reading, writing } => (Some(reading), Some(writing)),
        };
        first.into_iter().chain(second)
    }

    /// Whether more can be read from it when a channel has more.
    pub fn reads_from(self, channel: u32) -> bool {
        match self {
            Descriptor::Reading(number)
            | Descriptor::Counter(number)
            | Descriptor::Timer(number)
            | Descriptor::Socket {
                reading: number, ..
            } => number == channel,
            _ => false,
        }
    }

    /// Whether more can be written to it when a channel has more room.
    pub fn writes_to(self, channel: u32) -> bool {
        match self {
            Descriptor::Writing(number)
            | Descriptor::Counter(number)
            | Descriptor::Socket {
                writing: number, ..
            } => number == channel,
            _ => false,
        }
    }

    /// The descriptor as a word.
    pub fn word(self) -> u64 {
        match self {
            Descriptor::Standard(number) => number as u64,
            Descriptor::Reading(number) => 1 << 48 | number as u64,
            Descriptor::Writing(number) => 2 << 48 | number as u64,
            Descriptor::Queue { number, flags } => 3 << 48 | (flags as u64) << 32 | number as u64,
            Descriptor::Memory(number) => 4 << 48 | number as u64,
            Descriptor::File(number) => 5 << 48 | number as u64,
            Descriptor::Socket { reading, writing } => {
                6 << 48 | (writing as u64) << CHANNEL_BITS | reading as u64
            }
            Descriptor::Counter(number) => 7 << 48 | number as u64,
            Descriptor::Timer(number) => 8 << 48 | number as u64,
            Descriptor::Epoll(number) => 9 << 48 | number as u64,
        }
    }

    pub fn of_word(word: u64) -> Descriptor {
        let number = word as u32;
        match word >> 48 {
            0 => Descriptor::Standard(number),
            1 => Descriptor::Reading(number),
            2 => Descriptor::Writing(number),
            3 => Descriptor::Queue {
                number,
                flags: (word >> 32) as u16,
            },
            4 => Descriptor::Memory(number),
            5 => Descriptor::File(number),
            6 => Descriptor::Socket {
                reading: (word & ((1 << CHANNEL_BITS) - 1)) as u32,
                writing: (word >> CHANNEL_BITS & ((1 << CHANNEL_BITS) - 1)) as u32,
            },
            7 => Descriptor::Counter(number),
            8 => Descriptor::Timer(number),
            _ => Descriptor::Epoll(number),
        }
    }
}

const STANDARD: u32 = 3;
/// Descriptors that a process can have, as it is commonly set up.
pub const MOST_DESCRIPTORS: u64 = 1024;

#[derive(Debug, Default)]
pub struct Descriptors {
    pub unit: Unit,
    /// The current directory.
    pub directory: u32,
    /// Sorted by number.
    list: Vec<(u32, Descriptor)>,
}

fn standard() -> Vec<(u32, Descriptor)> {
    (0..STANDARD)
        .map(|number| (number, Descriptor::Standard(number)))
        .collect()
}

fn words_of(directory: u32, list: &[(u32, Descriptor)]) -> Vec<u64> {
    let mut words = vec![directory.into()];
    let pairs = list.iter();
    words.extend(pairs.flat_map(|&(number, end)| [number as u64, end.word()]));
    words
}

impl Descriptors {
    pub fn load(&mut self, snapshot: &mut Snapshot, process: ProcessId) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        let Some(leaf) = self.unit.refresh(
            snapshot,
            SlotKind::World(Part::Kernel(KernelPart::Descriptors(process))),
        ) else {
            return;
        };
        self.directory = ROOT;
        self.list.clear();
        if leaf.is_nothing() {
            self.list = standard();
            return;
        }
        let words = snapshot.leaves.get(leaf);
        self.directory = words[0] as u32;
        let pairs = words[1..].chunks_exact(2);
        let pairs = pairs.map(|pair| (pair[0] as u32, Descriptor::of_word(pair[1])));
        self.list.extend(pairs);
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words = self.words();
        self.unit.leaf = match words == Self::initial_words() {
            true => LeafId::NOTHING,
            false => snapshot.leaves.intern(&words),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// As they lie in a leaf.
    pub(super) fn words(&self) -> Vec<u64> {
        words_of(self.directory, &self.list)
    }

    /// The words of a process that has changed nothing.
    pub(super) fn initial_words() -> Vec<u64> {
        words_of(ROOT, &standard())
    }

    pub fn list(&self) -> &[(u32, Descriptor)] {
        &self.list
    }

    /// Those of a new process.
    pub fn replace(&mut self, list: Vec<(u32, Descriptor)>) {
        self.list = list;
    }

    /// As those of a process that never was.
    pub fn reset(&mut self) {
        self.list = standard();
        self.directory = ROOT;
    }

    pub fn get(&self, number: u32) -> Option<Descriptor> {
        let place = self.list.binary_search_by_key(&number, |entry| entry.0);
        place.ok().map(|place| self.list[place].1)
    }

    pub fn lowest_free(&self) -> u32 {
        let taken = (0..).zip(&self.list);
        taken.take_while(|(n, entry)| *n == entry.0).count() as u32
    }

    pub fn set(&mut self, number: u32, descriptor: Option<Descriptor>) {
        let place = self.list.binary_search_by_key(&number, |entry| entry.0);
        match (place, descriptor) {
            (Ok(place), Some(descriptor)) => self.list[place].1 = descriptor,
            (Ok(place), None) => {
                self.list.remove(place);
            }
            (Err(place), Some(descriptor)) => self.list.insert(place, (number, descriptor)),
            (Err(_), None) => {}
        }
    }
}
