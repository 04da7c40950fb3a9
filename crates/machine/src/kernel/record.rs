//! A piece of what the system keeps that is a leaf of its own.

use super::difference::{difference, is_changed, words_before};
use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};

/// What a leaf of the kernel can hold. At least one word stands for it.
pub trait Record: Clone + PartialEq {
    fn encode(&self) -> Vec<u64>;
    fn decode(words: &[u64]) -> Self;
}

#[derive(Debug)]
pub struct Kept<R> {
    pub unit: Unit,
    /// What it is in a state that has no leaf for it.
    initial: R,
    pub content: R,
}

impl<R: Record> Kept<R> {
    pub fn new(initial: R) -> Kept<R> {
        Kept {
            unit: Unit::default(),
            content: initial.clone(),
            initial,
        }
    }

    pub fn load(&mut self, snapshot: &mut Snapshot, part: KernelPart) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        let kind = SlotKind::World(Part::Kernel(part));
        if let Some(leaf) = self.unit.refresh(snapshot, kind) {
            self.content = match leaf {
                LeafId::NOTHING => self.initial.clone(),
                leaf => R::decode(snapshot.leaves.get(leaf)),
            };
        }
    }

    /// What the running step has changed, on balance.
    pub fn balance(&self, snapshot: &Snapshot, part: KernelPart) -> u64 {
        if !is_changed(&self.unit, snapshot) {
            return 0;
        }
        let now = self.content.encode();
        match words_before(&self.unit, snapshot) {
            None => difference(part, &self.initial.encode(), &now),
            Some(before) => difference(part, before, &now),
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.unit.leaf = match self.content == self.initial {
            true => LeafId::NOTHING,
            false => snapshot.leaves.intern(&self.content.encode()),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }
}
