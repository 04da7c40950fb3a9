//! The state that a step starts from, read piece by piece. What a step reads is logged,
//! in order: the outcome of a step is a function of what it read, and the graph reuses
//! outcomes on the strength of that log.

use crate::common::{Common, News};
use crate::leaves::{LeafId, Leaves};
use crate::process_id::ProcessId;
use crate::thread_id::ThreadId;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use trailhound_checkpoint::{Damage, Reader, Writer};
use trailhound_program::ObjectId;

/// A position in the vector of words that a state is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Slot(pub u32);

impl Slot {
    /// The slot of what all threads share: the first one.
    pub(crate) const WORLD: Slot = Slot(0);

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The leaf that a state has here.
    #[inline(always)]
    pub fn leaf_in(self, state: &[u32]) -> LeafId {
        LeafId(state.get(self.index()).copied().unwrap_or(0))
    }
}

/// Brings a state up to date by what a step has changed.
pub fn apply(state: &mut Vec<u32>, changes: &[(Slot, LeafId)]) {
    for &(slot, leaf) in changes {
        if slot.index() >= state.len() {
            state.resize(slot.index() + 1, 0);
        }
        state[slot.index()] = leaf.0;
    }
}

pub const NO_SLOT: Slot = Slot(u32::MAX);
/// The leaf of a unit whose live content matches no stored leaf.
pub const NO_LEAF: LeafId = LeafId(u32::MAX);

/// What a slot holds. In programs of one process this tells slots apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotKind {
    World(Part),
    Thread(ThreadId),
    /// Existence, size and flags of an object.
    Header(ObjectId),
    /// 64 bytes of an object.
    Chunk(ObjectId, u32),
    /// Which numbers of a heap are in use.
    HeapMap(u32),
    /// The shared mappings of a process.
    Mappings,
    Clock,
}

impl SlotKind {
    pub(crate) fn save(self, out: &mut Writer<'_>) {
        let (kind, first, second) = match self {
            SlotKind::World(Part::Rule) => (0, 0, 0),
            SlotKind::World(Part::Waiters) => (1, 0, 0),
            SlotKind::World(Part::InFlight) => (2, 0, 0),
            SlotKind::Thread(thread) => (3, thread.0, 0),
            SlotKind::Header(object) => (4, object.0, 0),
            SlotKind::Chunk(object, index) => (5, object.0, index),
            SlotKind::HeapMap(number) => (6, number, 0),
            SlotKind::Mappings => (7, 0, 0),
            SlotKind::Clock => (8, 0, 0),
            SlotKind::World(Part::Process(process)) => (9, process.0, 0),
            SlotKind::World(Part::Kernel(part)) => match part {
                KernelPart::Descriptors(process) => (10, process.0, 0),
                KernelPart::Channel(number) => (11, number, 0),
                KernelPart::Names => (12, 0, 0),
                KernelPart::Environment => (13, 0, 0),
                KernelPart::Input => (14, 0, 0),
                KernelPart::Signals(process) => (15, process.0, 0),
                KernelPart::Node(number) => (16, number, 0),
                KernelPart::Block(number, index) => (17, number, index),
                KernelPart::Description(number) => (18, number, 0),
                KernelPart::Streams(process) => (19, process.0, 0),
            },
        };
        out.u8(kind);
        out.u32(first);
        out.u32(second);
    }

    pub(crate) fn load(input: &mut Reader<'_>) -> Result<SlotKind, Damage> {
        let kind = input.u8()?;
        let (first, second) = (input.u32()?, input.u32()?);
        Ok(match kind {
            0 => SlotKind::World(Part::Rule),
            1 => SlotKind::World(Part::Waiters),
            2 => SlotKind::World(Part::InFlight),
            3 => SlotKind::Thread(ThreadId(first)),
            4 => SlotKind::Header(ObjectId(first)),
            5 => SlotKind::Chunk(ObjectId(first), second),
            6 => SlotKind::HeapMap(first),
            7 => SlotKind::Mappings,
            8 => SlotKind::Clock,
            9 => SlotKind::World(Part::Process(ProcessId(first))),
            10..=19 => SlotKind::World(Part::Kernel(match kind {
                10 => KernelPart::Descriptors(ProcessId(first)),
                11 => KernelPart::Channel(first),
                12 => KernelPart::Names,
                13 => KernelPart::Environment,
                14 => KernelPart::Input,
                15 => KernelPart::Signals(ProcessId(first)),
                16 => KernelPart::Node(first),
                17 => KernelPart::Block(first, second),
                18 => KernelPart::Description(first),
                _ => KernelPart::Streams(ProcessId(first)),
            })),
            _ => return Err(Damage::Content("a slot of no kind")),
        })
    }
}

/// What belongs to no thread and no object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Who may run, and whether the program is over.
    Rule,
    /// Who sleeps where.
    Waiters,
    /// What is in flight between threads.
    InFlight,
    Process(ProcessId),
    Kernel(KernelPart),
}

/// What the system keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KernelPart {
    /// The file descriptors of a process.
    Descriptors(ProcessId),
    Channel(u32),
    /// Names that all processes know.
    Names,
    Environment,
    /// How far standard input was read.
    Input,
    /// What a process does with signals.
    Signals(ProcessId),
    /// A file, a directory or a symbolic link.
    Node(u32),
    /// A block of a file.
    Block(u32, u32),
    /// An open file description.
    Description(u32),
    /// The open FILE pointers of a process.
    Streams(ProcessId),
}

#[derive(Debug, Default)]
pub struct Snapshot {
    pub base: Vec<u32>,
    pub leaves: Leaves,
    pub kinds: Vec<SlotKind>,
    /// Slot and leaf, in the order in which the running step read them.
    pub reads: Vec<(Slot, LeafId)>,
    /// Slots whose leaf the running step has put in place of another one's.
    pub replaced: Vec<(Slot, LeafId)>,
    /// The running step looked at more than `reads` tells.
    pub looked_everywhere: bool,
    /// Number of the running step: what carries it is up to date.
    pub epoch: u32,
    /// The slots, in common with machines of other threads.
    common: Option<Arc<Common<Slots>>>,
}

/// The slots of several machines.
#[derive(Debug, Default)]
struct Slots {
    kinds: Vec<SlotKind>,
    numbers: FxHashMap<SlotKind, Slot>,
}

impl Snapshot {
    pub fn begin(&mut self, base: &[u32]) {
        self.base.clear();
        self.base.extend_from_slice(base);
        self.reads.clear();
        self.replaced.clear();
        self.looked_everywhere = false;
        self.epoch += 1;
    }

    pub fn new_slot(&mut self, kind: SlotKind) -> Slot {
        if let Some(common) = self.common.clone() {
            return self.new_slot_in_common(&common, kind);
        }
        self.kinds.push(kind);
        Slot(self.kinds.len() as u32 - 1)
    }

    /// The slot that another machine has given to the same thing, or a new one.
    #[cold]
    fn new_slot_in_common(&mut self, common: &Common<Slots>, kind: SlotKind) -> Slot {
        common.write(|common| {
            let next = Slot(common.kinds.len() as u32);
            let slot = *common.numbers.entry(kind).or_insert(next);
            if slot == next {
                common.kinds.push(kind);
            }
            self.kinds
                .extend_from_slice(&common.kinds[self.kinds.len()..]);
            slot
        })
    }

    /// Shares leaves and slots with other machines from now on.
    pub(crate) fn share(&mut self, news: &News) {
        self.leaves.share(news);
        if self.common.is_none() {
            let slots = Slots {
                kinds: self.kinds.clone(),
                numbers: self.kinds.iter().copied().zip((0..).map(Slot)).collect(),
            };
            self.common = Some(Common::new(slots, news));
        }
    }

    /// For another machine: the same leaves and slots, and no state yet.
    pub(crate) fn fork(&self) -> Snapshot {
        Snapshot {
            leaves: self.leaves.fork(),
            kinds: self.kinds.clone(),
            common: self.common.clone(),
            ..Snapshot::default()
        }
    }

    /// Takes over what others have written.
    pub(crate) fn catch_up(&mut self) {
        self.leaves.catch_up();
        if let Some(common) = &self.common {
            let common = common.read();
            self.kinds
                .extend_from_slice(&common.kinds[self.kinds.len()..]);
        }
    }

    pub fn read(&mut self, slot: Slot) -> LeafId {
        let leaf = self.current(slot);
        self.reads.push((slot, leaf));
        leaf
    }

    /// From here on the step finds another leaf in the slot. It is not remembered: what puts
    /// leaves in place has looked at more than is logged.
    pub fn replace(&mut self, slot: Slot, leaf: LeafId) {
        self.looked_everywhere = true;
        if self.current(slot) == leaf {
            return;
        }
        let at = slot.index();
        if at >= self.base.len() {
            self.base.resize(at + 1, 0);
        }
        self.base[at] = leaf.0;
        self.replaced.push((slot, leaf));
    }

    /// The running step has read this slot, so that its outcome is reused only for the same leaf.
    pub fn has_read(&self, slot: Slot) -> bool {
        self.reads.iter().any(|&(read, _)| read == slot)
    }

    pub fn current(&self, slot: Slot) -> LeafId {
        slot.leaf_in(&self.base)
    }
}

/// A piece of live machine state and the leaf it came from.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    pub slot: Slot,
    /// The leaf that the live content equals.
    pub leaf: LeafId,
    /// The step for which the live content is right.
    pub loaded: u32,
    /// The step that last changed the live content.
    pub written: u32,
}

impl Default for Unit {
    fn default() -> Self {
        Unit {
            slot: NO_SLOT,
            leaf: NO_LEAF,
            loaded: 0,
            written: 0,
        }
    }
}

impl Unit {
    /// Reads the unit's leaf for the running step, giving it a slot if it has none.
    /// Returns the leaf if the live content must be replaced by it.
    pub fn refresh(&mut self, snapshot: &mut Snapshot, kind: SlotKind) -> Option<LeafId> {
        if self.slot == NO_SLOT {
            self.slot = snapshot.new_slot(kind);
        }
        let wanted = snapshot.read(self.slot);
        self.loaded = snapshot.epoch;
        let stale = self.leaf != wanted;
        self.leaf = wanted;
        stale.then_some(wanted)
    }

    /// Marks the live content as changed; true the first time in a step.
    pub fn write(&mut self, epoch: u32) -> bool {
        let first = self.written != epoch;
        self.written = epoch;
        self.leaf = NO_LEAF;
        first
    }
}
