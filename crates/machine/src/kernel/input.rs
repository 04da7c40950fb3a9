//! How far standard input was read. What is in it is an option of the machine.

use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};

#[derive(Debug, Default)]
pub struct Input {
    pub unit: Unit,
    pub position: usize,
    /// A read of the stream has found its end.
    pub at_end: bool,
}

impl Input {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self
            .unit
            .refresh(snapshot, SlotKind::World(Part::Kernel(KernelPart::Input)))
        {
            let word = match leaf {
                LeafId::NOTHING => 0,
                leaf => snapshot.leaves.get(leaf)[0],
            };
            self.position = (word >> 1) as usize;
            self.at_end = word & 1 == 1;
        }
    }

    /// As it lies in a leaf.
    pub fn word(&self) -> u64 {
        (self.position as u64) << 1 | self.at_end as u64
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.unit.leaf = match self.word() {
            0 => LeafId::NOTHING,
            word => snapshot.leaves.intern(&[word]),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }
}
