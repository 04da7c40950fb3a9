//! Where pointers to given objects are left: in the stored part of the state, in what
//! the running step changed, and in registers that are alive.

use crate::kernel::Kernel;
use crate::leaves::LeafId;
use crate::leaves::Leaves;
use crate::liveness::LiveRegisters;
use crate::memory::{Memory, References};
use crate::snapshot::Slot;
use crate::snapshot::{SlotKind, Snapshot};
use crate::thread::Thread;
use rustc_hash::FxHashSet;
use trailhound_program::{Address, ObjectId, Program};

pub struct LivePointers<'a> {
    pub program: &'a Program,
    pub threads: &'a [Thread],
    pub running: &'a Thread,
    pub live: &'a mut LiveRegisters,
    pub mentions: &'a mut Mentions,
    pub kernel: &'a Kernel,
}

impl References for LivePointers<'_> {
    fn referenced(&mut self, memory: &Memory<'_>, candidates: &[ObjectId]) -> Vec<bool> {
        let wanted: FxHashSet<ObjectId> = candidates.iter().copied().collect();
        let mut found = FxHashSet::default();
        // Most words are no pointers, or lead elsewhere: the set is asked about few of them.
        let (Some(&first), Some(&last)) = (candidates.iter().min(), candidates.iter().max()) else {
            return Vec::new();
        };
        let program = self.program;
        let mut visit = |word: u64| {
            for address in program.addresses_in(word) {
                let object = Address(address).object();
                if first <= object && object <= last && wanted.contains(&object) {
                    found.insert(object);
                }
            }
        };
        let changed: FxHashSet<Slot> = memory.changed_slots().into_iter().collect();
        let snapshot = &memory.snapshot;
        let marks = candidates
            .iter()
            .fold(0, |marks, &object| marks | mark(object));
        for (slot, &word) in snapshot.base.iter().enumerate() {
            let leaf = LeafId(word);
            if leaf.is_nothing() || self.mentions.of(program, snapshot, slot, leaf) & marks == 0 {
                continue;
            }
            if changed.contains(&Slot(slot as u32)) {
                continue;
            }
            match snapshot.kinds[slot] {
                SlotKind::Chunk(..) => snapshot.leaves.get(leaf)[1..]
                    .iter()
                    .for_each(|&word| visit(word)),
                SlotKind::Thread(index) => {
                    let thread = &self.threads[index.index()];
                    if thread.unit.written != snapshot.epoch {
                        visit_thread_leaf(&snapshot.leaves, leaf, &mut visit);
                    }
                }
                SlotKind::World(_) => snapshot
                    .leaves
                    .get(leaf)
                    .iter()
                    .for_each(|&word| visit(word)),
                SlotKind::Header(_)
                | SlotKind::HeapMap(_)
                | SlotKind::Mappings
                | SlotKind::Clock => {}
            }
        }
        memory.changed_words(&mut visit);
        self.kernel.changed_words(snapshot.epoch, &mut visit);
        let touched = self
            .threads
            .iter()
            .filter(|thread| thread.unit.written == snapshot.epoch);
        for thread in touched.chain([self.running]) {
            visit_live_thread(self.program, self.live, thread, &mut visit);
        }
        candidates
            .iter()
            .map(|candidate| found.contains(candidate))
            .collect()
    }
}

/// Which objects the words of leaves may point to, as far as 63 marks tell them apart: most
/// leaves need not be read to know that they do not mention an object.
#[derive(Default)]
pub struct Mentions {
    chunks: Vec<u64>,
    threads: Vec<u64>,
    /// With the frames below.
    frames: Vec<u64>,
}

/// Set when the marks of a leaf are known.
const KNOWN: u64 = 1 << 63;

/// The mark of an object.
fn mark(object: ObjectId) -> u64 {
    let spread = u64::from(object.0).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    1 << (spread % 63)
}

fn marks(program: &Program, words: &[u64]) -> u64 {
    let addresses = words.iter().flat_map(|&word| program.addresses_in(word));
    let each = addresses.map(|address| mark(Address(address).object()));
    each.fold(KNOWN, |marks, mark| marks | mark)
}

/// What is known of a leaf, or 0.
fn known(marks: &mut Vec<u64>, leaf: LeafId) -> &mut u64 {
    let at = leaf.index();
    if marks.len() <= at {
        marks.resize(at + 1, 0);
    }
    &mut marks[at]
}

impl Mentions {
    /// The marks of all that the leaf in a slot mentions.
    fn of(&mut self, program: &Program, snapshot: &Snapshot, slot: usize, leaf: LeafId) -> u64 {
        let leaves = &snapshot.leaves;
        let known = match snapshot.kinds[slot] {
            SlotKind::Chunk(..) => known(&mut self.chunks, leaf),
            SlotKind::Thread(_) => known(&mut self.threads, leaf),
            SlotKind::World(_) => return u64::MAX,
            SlotKind::Header(_) | SlotKind::HeapMap(_) | SlotKind::Mappings | SlotKind::Clock => {
                return 0;
            }
        };
        if *known == 0 {
            let words = leaves.get(leaf);
            *known = match snapshot.kinds[slot] {
                SlotKind::Thread(_) => {
                    let frames = &mut self.frames;
                    let stacked = |top| stack(program, frames, leaves, top);
                    marks(program, words) | top_of(words).map_or(0, stacked)
                }
                _ => marks(program, &words[1..]),
            };
        }
        *known
    }

    pub fn bytes(&self) -> usize {
        let marks = [&self.chunks, &self.threads, &self.frames];
        marks.map(Vec::capacity).iter().sum::<usize>() * size_of::<u64>()
    }
}

/// The marks of a frame and of those below it.
fn stack(program: &Program, frames: &mut Vec<u64>, leaves: &Leaves, top: LeafId) -> u64 {
    let mut above = Vec::new();
    let mut frame = top;
    while !frame.is_nothing() && *known(frames, frame) == 0 {
        above.push(frame);
        frame = LeafId(leaves.get(frame)[0] as u32);
    }
    let mut marked = match frame {
        LeafId::NOTHING => KNOWN,
        frame => *known(frames, frame),
    };
    for frame in above.into_iter().rev() {
        marked |= marks(program, &leaves.get(frame)[2..]);
        *known(frames, frame) = marked;
    }
    marked
}

/// The topmost frame of a thread, if it has one.
fn top_of(thread: &[u64]) -> Option<LeafId> {
    // A finished thread has no frames; otherwise the last word names the topmost.
    let has_frames = thread.len() > crate::thread::lengths_at(thread);
    let top = thread
        .last()
        .filter(|_| has_frames)
        .map(|&word| LeafId(word as u32));
    top.filter(|top| !top.is_nothing())
}

fn visit_thread_leaf(leaves: &Leaves, leaf: LeafId, visit: &mut impl FnMut(u64)) {
    let words = leaves.get(leaf);
    words.iter().for_each(|&word| visit(word));
    let mut frame = top_of(words).unwrap_or_default();
    while !frame.is_nothing() {
        let words = leaves.get(frame);
        words[2..].iter().for_each(|&word| visit(word));
        frame = LeafId(words[0] as u32);
    }
}

fn visit_live_thread(
    program: &Program,
    live: &mut LiveRegisters,
    thread: &Thread,
    visit: &mut impl FnMut(u64),
) {
    for (index, frame) in thread.frames.iter().enumerate() {
        let above = thread.frames.get(index + 1);
        let again = above.is_some_and(|above| above.after.repeats());
        // The topmost frame stands at the call that allocates: its arguments are read already.
        for &register in live.at(program, frame.function, frame.pc, again) {
            visit(thread.registers[(frame.base + register) as usize]);
        }
    }
    thread.specifics.iter().for_each(|&(_, value)| visit(value));
    thread
        .exit_handlers
        .iter()
        .for_each(|&(_, argument)| visit(argument));
    thread.held.iter().for_each(|&address| visit(address));
    let jumps = thread.detours.jumps.iter();
    let kept = jumps.flat_map(|jump| &jump.registers);
    kept.for_each(|&(value, _)| visit(value));
    visit(thread.exit_value);
}
