//! Where the model lives in a state: one leaf, brought in when a step first needs it.

use super::state::{Uses, Weak};
use crate::leaves::LeafId;
use crate::snapshot::{Part, SlotKind, Snapshot, Unit};

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
}

impl InFlight {
    /// Histories of at most so many messages.
    pub fn new(uses: Uses, bound: usize) -> InFlight {
        InFlight {
            unit: Unit::default(),
            is_on: true,
            bound,
            cut: None,
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
    pub fn look(&mut self, snapshot: &mut Snapshot) -> &Weak {
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
                0 => Weak {
                    uses,
                    ..Weak::default()
                },
                leaf => Weak::decode(snapshot.leaves.get(leaf), uses),
            };
        }
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

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(u32, LeafId)>) {
        if !self.has_changed(snapshot.epoch) {
            return;
        }
        self.state.settle();
        self.unit.leaf = snapshot.leaves.intern(&self.state.encode());
        if snapshot.current(self.unit.slot) != self.unit.leaf {
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
