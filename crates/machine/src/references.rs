//! Where pointers to given objects are left: in the stored part of the state, in what
//! the running step changed, and in registers that are alive.

use crate::kernel::Kernel;
use crate::leaves::Leaves;
use crate::liveness::LiveRegisters;
use crate::memory::{Memory, References};
use crate::snapshot::SlotKind;
use crate::thread::Thread;
use rustc_hash::FxHashSet;
use trailhound_program::{Address, ObjectId, Program};

pub struct LivePointers<'a> {
    pub program: &'a Program,
    pub threads: &'a [Thread],
    pub running: &'a Thread,
    pub live: &'a mut LiveRegisters,
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
        let mut visit = |word: u64| {
            let object = Address(word).object();
            if first <= object && object <= last && wanted.contains(&object) {
                found.insert(object);
            }
        };
        let changed: FxHashSet<u32> = memory.changed_slots().into_iter().collect();
        let snapshot = &memory.snapshot;
        for (slot, &leaf) in snapshot.base.iter().enumerate() {
            if leaf == 0 || changed.contains(&(slot as u32)) {
                continue;
            }
            match snapshot.kinds[slot] {
                SlotKind::Chunk => snapshot.leaves.get(leaf)[1..]
                    .iter()
                    .for_each(|&word| visit(word)),
                SlotKind::Thread(index) => {
                    let thread = &self.threads[index as usize];
                    if thread.unit.written != snapshot.epoch {
                        visit_thread_leaf(&snapshot.leaves, leaf, &mut visit);
                    }
                }
                SlotKind::World => snapshot
                    .leaves
                    .get(leaf)
                    .iter()
                    .for_each(|&word| visit(word)),
                SlotKind::Header | SlotKind::HeapMap => {}
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

fn visit_thread_leaf(leaves: &Leaves, leaf: u32, visit: &mut impl FnMut(u64)) {
    let words = leaves.get(leaf);
    words.iter().for_each(|&word| visit(word));
    // A finished thread has no frames; otherwise the last word names the topmost.
    let mut frame = if words.len() > crate::thread::lengths_at(words) {
        words[words.len() - 1] as u32
    } else {
        0
    };
    while frame != 0 {
        let words = leaves.get(frame);
        words[2..].iter().for_each(|&word| visit(word));
        frame = words[0] as u32;
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
    visit(thread.exit_value);
}
