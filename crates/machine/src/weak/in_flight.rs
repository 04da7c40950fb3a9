//! Where the model lives in a state: one leaf, brought in when a step first needs it.

use super::state::{Uses, Weak};
use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{Part, SlotKind, Snapshot, Unit};
use crate::thread_id::ThreadId;

#[derive(Debug, Default)]
pub struct InFlight {
    unit: Unit,
    state: Weak,
    /// Atomic operations go through histories.
    pub is_on: bool,
    /// Messages that a history may have before the execution is cut.
    pub bound: usize,
    /// The step in which an execution was last cut.
    cut: Option<u32>,
    /// The last step that was not over when its state was settled.
    settled: Option<u32>,
}

impl InFlight {
    /// Histories of at most so many messages.
    pub fn new(uses: Uses, bound: usize) -> InFlight {
        InFlight {
            unit: Unit::default(),
            is_on: true,
            bound,
            cut: None,
            settled: None,
            state: Weak {
                uses,
                ..Weak::default()
            },
        }
    }

    pub fn unit(&mut self) -> &mut Unit {
        &mut self.unit
    }

    pub fn uses(&self) -> Uses {
        self.state.uses
    }

    /// Plain accesses are not recorded.
    pub fn forgo_records(&mut self) {
        self.state.uses.records = false;
    }

    /// What is in flight in the state of the running step.
    pub fn current(&mut self, snapshot: &mut Snapshot) -> &Weak {
        self.load(snapshot);
        &self.state
    }

    /// The same, to be changed.
    pub fn change(&mut self, snapshot: &mut Snapshot) -> &mut Weak {
        self.load(snapshot);
        self.unit.write(snapshot.epoch);
        &mut self.state
    }

    fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self.unit.refresh(snapshot, SlotKind::World(Part::InFlight)) {
            let uses = self.state.uses;
            self.state = match leaf {
                LeafId::NOTHING => Weak {
                    uses,
                    ..Weak::default()
                },
                leaf => Weak::decode(snapshot.leaves.get(leaf), uses),
            };
        }
    }

    /// The state of the running step, in its canonical form if the step has changed it.
    pub fn settled(&mut self, snapshot: &mut Snapshot) -> &mut Weak {
        let has_changed = self.has_changed(snapshot.epoch);
        self.change(snapshot);
        if has_changed {
            self.state.settle();
            self.settled = Some(snapshot.epoch);
        }
        &mut self.state
    }

    /// The running step comes to a history without an end: nothing of it is kept.
    pub fn cut(&mut self, epoch: u32) {
        self.cut = Some(epoch);
    }

    pub fn is_cut(&self, epoch: u32) -> bool {
        self.cut == Some(epoch)
    }

    pub fn has_changed(&self, epoch: u32) -> bool {
        self.is_on && self.unit.written == epoch
    }

    /// Adds to what a step of a thread has changed.
    pub fn commit(
        &mut self,
        snapshot: &mut Snapshot,
        thread: ThreadId,
        changes: &mut Vec<(Slot, LeafId)>,
    ) {
        if !self.has_changed(snapshot.epoch) {
            return;
        }
        let before = snapshot.current(self.unit.slot);
        let is_as_numbered = self.settled != Some(snapshot.epoch);
        if changes.is_empty() && is_as_numbered && self.state.uses.merges && !before.is_nothing() {
            let words = snapshot.leaves.get(before);
            if self.state.has_only_learnt(thread, words) {
                // As if the step had not been taken.
                self.state = Weak::decode(words, self.state.uses);
                self.unit.leaf = before;
                return;
            }
        }
        self.state.settle();
        self.unit.leaf = snapshot.leaves.intern(&self.state.encode());
        if before != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// The values of messages that the running step has put in or kept, for finding pointers in them.
    pub fn changed_words(&self, epoch: u32, mut visit: impl FnMut(u64)) {
        if !self.has_changed(epoch) {
            return;
        }
        let messages = self.state.cells.iter().flat_map(|cell| &cell.messages);
        for message in messages {
            visit(message.value.bits as u64);
            visit((message.value.bits >> 64) as u64);
        }
    }
}
