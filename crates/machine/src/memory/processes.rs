//! The memory of several processes. Each has its own objects behind the same addresses, in
//! slots of its own; only those of the process that runs are in place. A fork copies the
//! numbers of leaves, not what is in them. It does not know what else a process has.

use super::Memory;
use super::heap::HeapMap;
use super::object::{Chunk, Object};
use super::piece::Piece;
use crate::leaves::LeafId;
use crate::process_id::ProcessId;
use crate::snapshot::{NO_LEAF, NO_SLOT, SlotKind, Snapshot, Unit};
use trailhound_program::{ObjectId, Space};

/// The memory of a process that is not running.
#[derive(Debug, Default)]
pub(super) struct Parked {
    spaces: Vec<Vec<Object>>,
    maps: Vec<HeapMap>,
    dirty: Vec<(ObjectId, Piece)>,
}

impl Parked {
    pub fn forget_changes(&mut self) {
        self.dirty.clear();
    }

    pub fn has_changed(&self, epoch: u32) -> bool {
        !self.dirty.is_empty() || self.maps.iter().any(|map| map.unit.written == epoch)
    }
}

const MAPPED: usize = Space::MAPPED.0 as usize;

impl Memory<'_> {
    /// Puts the memory of a process in place.
    pub fn enter_process(&mut self, process: ProcessId) {
        if process == self.process {
            return;
        }
        let most = process.max(self.process).index();
        if self.parked.len() <= most {
            self.parked.resize_with(most + 1, Parked::default);
        }
        let mapped = std::mem::take(&mut self.spaces[MAPPED]);
        self.swap_with(self.process);
        self.swap_with(process);
        self.process = process;
        if self.spaces.is_empty() {
            let statics = self.program.globals.iter().map(|_| Object::default());
            self.spaces = vec![Vec::new(), statics.collect(), Vec::new(), Vec::new()];
        }
        self.spaces[MAPPED] = mapped;
    }

    fn swap_with(&mut self, process: ProcessId) {
        let parked = &mut self.parked[process.index()];
        std::mem::swap(&mut self.spaces, &mut parked.spaces);
        std::mem::swap(&mut self.maps, &mut parked.maps);
        std::mem::swap(&mut self.dirty, &mut parked.dirty);
    }

    /// Pieces of objects that the running step changed, of all processes.
    pub(super) fn changed_pieces(&self) -> impl Iterator<Item = (&Object, Piece)> {
        let own = self.dirty.iter().map(|change| (&self.spaces, change));
        let others = self.parked.iter();
        let others = others.flat_map(|parked| parked.dirty.iter().map(|c| (&parked.spaces, c)));
        own.chain(others).map(|(spaces, &(id, piece))| {
            let spaces = match id.space() {
                Space::MAPPED => &self.spaces,
                _ => spaces,
            };
            (&spaces[id.space().0 as usize][id.index() as usize], piece)
        })
    }

    /// Gives a new process a copy of all that the running one has, and the same shared mappings.
    pub fn copy_to_process(&mut self, new: ProcessId) {
        self.intern_changes();
        self.snapshot.looked_everywhere = true;
        let running = self.process;
        let mut copy = std::mem::take(self.parked_mut(new));
        for (number, objects) in self.spaces.iter().enumerate() {
            if copy.spaces.len() <= number {
                copy.spaces.resize_with(number + 1, Vec::new);
            }
            if number == MAPPED {
                continue;
            }
            let copies = &mut copy.spaces[number];
            if copies.len() < objects.len() {
                copies.resize_with(objects.len(), Object::default);
            }
            for (index, (object, copy)) in (0..).zip(objects.iter().zip(copies)) {
                let id = ObjectId::new(Space(number as u32), index);
                copy_object(&mut self.snapshot, id, object, copy);
            }
        }
        if copy.maps.len() < self.maps.len() {
            copy.maps.resize_with(self.maps.len(), HeapMap::default);
        }
        for (number, (map, copy)) in (0..).zip(self.maps.iter().zip(&mut copy.maps)) {
            copy_unit(
                &mut self.snapshot,
                &map.unit,
                &mut copy.unit,
                SlotKind::HeapMap(number),
            );
        }
        *self.parked_mut(new) = copy;
        self.copy_mappings(running, new);
    }

    fn parked_mut(&mut self, process: ProcessId) -> &mut Parked {
        if self.parked.len() <= process.index() {
            self.parked
                .resize_with(process.index() + 1, Parked::default);
        }
        &mut self.parked[process.index()]
    }

    /// Interns what the step has changed so far, so that units know their leaves.
    fn intern_changes(&mut self) {
        let mut words = Vec::new();
        for place in 0..self.dirty.len() {
            let (id, piece) = self.dirty[place];
            let object = &mut self.spaces[id.space().0 as usize][id.index() as usize];
            let global = (id.space() == Space::STATIC).then_some(id.index() as usize);
            let initial = global.map(|index| &self.program.globals[index].bytes[..]);
            words.clear();
            let stored = match piece {
                Piece::Header => object.encode_header(&mut words),
                Piece::Chunk(index) => object.encode_chunk(index, initial, &mut words),
            };
            let leaf = if stored {
                self.snapshot.leaves.intern(&words)
            } else {
                LeafId::NOTHING
            };
            match piece {
                Piece::Header => object.header.leaf = leaf,
                Piece::Chunk(index) => {
                    if let Some(Chunk { unit, .. }) = object.chunks.get_mut(index as usize) {
                        unit.leaf = leaf;
                    }
                }
            }
        }
        for map in &mut self.maps {
            if map.unit.written == self.snapshot.epoch {
                map.unit.leaf = self.snapshot.leaves.intern(&map.words);
            }
        }
    }

    /// The running process has ended: nothing of its memory is left, but that the globals of the
    /// first process keep what they held, for properties that ask for them.
    pub fn clear_process(&mut self) {
        self.snapshot.looked_everywhere = true;
        let Memory {
            spaces, snapshot, ..
        } = self;
        for (number, objects) in spaces.iter_mut().enumerate() {
            let stays = number == Space::STATIC.0 as usize && self.process == ProcessId::FIRST;
            if number == MAPPED || stays {
                continue;
            }
            for object in objects {
                clear_unit(snapshot, &mut object.header);
                for chunk in &mut object.chunks {
                    clear_unit(snapshot, &mut chunk.unit);
                }
            }
        }
        for map in &mut self.maps {
            clear_unit(&mut self.snapshot, &mut map.unit);
        }
        let stays = |id: ObjectId| {
            id.space() == Space::MAPPED
                || id.space() == Space::STATIC && self.process == ProcessId::FIRST
        };
        self.dirty.retain(|&(id, _)| stays(id));
        self.drop_mappings();
    }
}

fn copy_object(snapshot: &mut Snapshot, id: ObjectId, object: &Object, copy: &mut Object) {
    let kind = SlotKind::Header(id);
    copy_unit(snapshot, &object.header, &mut copy.header, kind);
    if copy.chunks.len() < object.chunks.len() {
        copy.chunks.resize(object.chunks.len(), Chunk::default());
        // The content is as long as the object says that it is, once its header has been read.
        copy.header.leaf = NO_LEAF;
        copy.flags = super::Flags::default();
    }
    for (index, (chunk, copy)) in (0..).zip(object.chunks.iter().zip(&mut copy.chunks)) {
        let kind = SlotKind::Chunk(id, index);
        copy_unit(snapshot, &chunk.unit, &mut copy.unit, kind);
    }
}

/// Puts the leaf of one unit into the slot of another.
pub(super) fn copy_unit(snapshot: &mut Snapshot, unit: &Unit, copy: &mut Unit, kind: SlotKind) {
    let leaf = if unit.written == snapshot.epoch {
        unit.leaf
    } else if unit.slot == NO_SLOT {
        LeafId::NOTHING
    } else {
        snapshot.current(unit.slot)
    };
    copy.loaded = 0;
    if copy.slot == NO_SLOT {
        if leaf.is_nothing() {
            return;
        }
        copy.slot = snapshot.new_slot(kind);
    }
    snapshot.replace(copy.slot, leaf);
}

pub(super) fn clear_unit(snapshot: &mut Snapshot, unit: &mut Unit) {
    if unit.slot != NO_SLOT {
        snapshot.replace(unit.slot, LeafId::NOTHING);
    }
    unit.leaf = NO_LEAF;
    unit.loaded = 0;
    unit.written = 0;
}
