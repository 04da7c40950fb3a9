//! Names that all processes know: of message queues, semaphores and shared memory.

use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{KernelPart, Part, SlotKind, Snapshot, Unit};

/// Each kind has its own names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameKind {
    Queue,
    Semaphore,
    Memory,
}

const KINDS: [NameKind; 3] = [NameKind::Queue, NameKind::Semaphore, NameKind::Memory];

#[derive(Debug, Default)]
pub struct Names {
    pub unit: Unit,
    /// Sorted; what a name stands for is a channel or, of a semaphore, an object.
    list: Vec<(NameKind, Vec<u8>, u32)>,
}

impl Names {
    pub fn load(&mut self, snapshot: &mut Snapshot) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        let Some(leaf) = self
            .unit
            .refresh(snapshot, SlotKind::World(Part::Kernel(KernelPart::Names)))
        else {
            return;
        };
        self.list.clear();
        if leaf.is_nothing() {
            return;
        }
        let mut words = snapshot.leaves.get(leaf);
        while let [head, rest @ ..] = words {
            let length = (head >> 32) as u16 as usize;
            let (text, rest) = rest.split_at(length.div_ceil(8));
            let bytes = text.iter().flat_map(|word| word.to_le_bytes());
            let kind = KINDS[(head >> 48) as usize];
            self.list
                .push((kind, bytes.take(length).collect(), *head as u32));
            words = rest;
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        let words = self.words();
        self.unit.leaf = match words.is_empty() {
            true => LeafId::NOTHING,
            false => snapshot.leaves.intern(&words),
        };
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    /// As they lie in a leaf.
    pub(super) fn words(&self) -> Vec<u64> {
        let mut words = Vec::new();
        for (kind, text, target) in &self.list {
            words.push((*kind as u64) << 48 | (text.len() as u64) << 32 | *target as u64);
            words.extend(text.chunks(8).map(|chunk| {
                let bytes = chunk.iter().rev();
                bytes.fold(0, |word, &byte| word << 8 | byte as u64)
            }));
        }
        words
    }

    pub fn find(&self, kind: NameKind, text: &[u8]) -> Option<u32> {
        let mut entries = self.list.iter();
        let entry = entries.find(|entry| entry.0 == kind && entry.1 == text);
        entry.map(|entry| entry.2)
    }

    pub fn has_target(&self, kind: NameKind, target: u32) -> bool {
        let mut entries = self.list.iter();
        entries.any(|entry| entry.0 == kind && entry.2 == target)
    }

    pub fn add(&mut self, kind: NameKind, text: &[u8], target: u32) {
        self.list.push((kind, text.to_vec(), target));
        self.list.sort_unstable();
    }

    /// What the name stood for.
    pub fn remove(&mut self, kind: NameKind, text: &[u8]) -> Option<u32> {
        let target = self.find(kind, text)?;
        self.list.retain(|entry| entry.0 != kind || entry.1 != text);
        Some(target)
    }
}
