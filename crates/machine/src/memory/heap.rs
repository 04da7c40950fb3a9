//! Making and freeing objects. Each thread numbers its own, so that two schedules that
//! differ only in the order of independent allocations meet in the same state. A number
//! is used again only when no pointer to its last owner is left anywhere, so that a
//! dangling pointer never finds a new object behind it.

use super::object::{CHUNK, Object};
use super::piece::Piece;
use super::{Flags, Memory};
use crate::error::{ErrorKind, Fault};
use crate::leaves::LeafId;
use crate::snapshot::Slot;
use crate::snapshot::{SlotKind, Snapshot, Unit};
use trailhound_program::{
    Address, ClassedIndex, ObjectId, Space, ThreadNumber, classes_for, next_local,
};

/// Chunks that the end of an object clears although they may never have been touched.
const MOST_CLEARED: u32 = 16;

/// Bytes of an object whose place in memory need not be asked for.
const SMALL: u32 = 1 << 20;

/// Classes of numbers that the heap of a thread has in 32-bit programs, at most.
const CLASSES: usize = 32;

/// The map of one of them.
fn class_map(thread: ThreadNumber, class: u32) -> usize {
    thread.index() * CLASSES + class as usize
}

/// Which numbers of a thread's heap, or of a class of them, are in use.
#[derive(Debug, Default)]
pub struct HeapMap {
    pub(super) unit: Unit,
    /// Word 0: the first number never used; then a bit for each number in use.
    pub(super) words: Vec<u64>,
}

impl HeapMap {
    pub(super) fn is_written(&self, epoch: u32) -> bool {
        self.unit.written == epoch
    }

    fn load(&mut self, snapshot: &mut Snapshot, number: usize) {
        if self.unit.loaded == snapshot.epoch {
            return;
        }
        if let Some(leaf) = self
            .unit
            .refresh(snapshot, SlotKind::HeapMap(number as u32))
        {
            self.words.clear();
            self.words.extend_from_slice(if leaf.is_nothing() {
                &[0]
            } else {
                snapshot.leaves.get(leaf)
            });
        }
    }

    pub fn commit(&mut self, snapshot: &mut Snapshot, changes: &mut Vec<(Slot, LeafId)>) {
        if self.unit.written != snapshot.epoch {
            return;
        }
        self.unit.leaf = snapshot.leaves.intern(&self.words);
        if snapshot.current(self.unit.slot) != self.unit.leaf {
            changes.push((self.unit.slot, self.unit.leaf));
        }
    }

    fn is_used(&self, index: u32) -> bool {
        self.words
            .get(1 + index as usize / 64)
            .is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    fn set(&mut self, index: u32, used: bool, epoch: u32) {
        let at = 1 + index as usize / 64;
        if self.words.len() <= at {
            self.words.resize(at + 1, 0);
        }
        self.words[at] = self.words[at] & !(1 << (index % 64)) | (used as u64) << (index % 64);
        self.words[0] = self.words[0].max(index as u64 + 1);
        self.unit.write(epoch);
    }
}

/// Asks whether pointers to any of these objects are left; answers for each.
pub trait References {
    fn referenced(&mut self, memory: &Memory<'_>, candidates: &[ObjectId]) -> Vec<bool>;
}

impl Memory<'_> {
    /// A new heap object of the running thread. `references` is asked before a number is used again.
    pub fn allocate(
        &mut self,
        size: u64,
        align: u32,
        flags: Flags,
        references: &mut dyn References,
    ) -> Result<ObjectId, Fault> {
        let space = Space::heap(self.thread);
        if self.program.short.is_none() {
            let number = self.thread.index();
            let all = ObjectId::PER_SPACE;
            if let Some(id) = self.take_number(number, all, align, references) {
                return self.create(id, size, flags);
            }
            return Err(Fault::unsupported(match align > ObjectId::ALIGNMENT {
                false => format!("more than {all} heap blocks of one thread at a time"),
                true => format!("too many heap blocks at multiples of {align} bytes"),
            }));
        }
        if align > ObjectId::ALIGNMENT {
            let reason = format!("a block at a multiple of {align} bytes in a 32-bit program");
            return Err(Fault::unsupported(reason));
        }
        for (class, count) in classes_for(space, size, align) {
            let number = class_map(self.thread, class);
            if let Some(id) = self.take_number(number, count, 1, references) {
                return self.create(id, size, flags);
            }
        }
        Err(Fault::unsupported(format!(
            "a heap block of {size} bytes, for which thread {} has no room in 32-bit addresses",
            self.thread
        )))
    }

    /// A number for a new object in one of the maps, which has so many, at a multiple of `align`.
    fn take_number(
        &mut self,
        number: usize,
        count: u32,
        align: u32,
        references: &mut dyn References,
    ) -> Option<ObjectId> {
        if self.maps.len() <= number {
            self.maps.resize_with(number + 1, HeapMap::default);
        }
        self.maps[number].load(&mut self.snapshot, number);
        let map = &self.maps[number];
        let never_used = map.words[0] as u32;
        // If it must stop, the new object is not made.
        let _ = self.meter.spend(u64::from(never_used));
        let fits = |id: &ObjectId| align <= ObjectId::ALIGNMENT || id.is_aligned_to(align);
        let free: Vec<ObjectId> = (0..never_used)
            .filter(|&place| !map.is_used(place))
            .map(|place| self.object_of_map(number, place))
            .filter(fits)
            .collect();
        let again = if free.is_empty() {
            None
        } else {
            self.snapshot.looked_everywhere = true;
            let referenced = references.referenced(self, &free);
            free.iter()
                .zip(referenced)
                .find(|(_, referenced)| !referenced)
                .map(|(&id, _)| id)
        };
        let id = match again {
            Some(id) => id,
            None => (never_used..count)
                .map(|place| self.object_of_map(number, place))
                .find(fits)?,
        };
        let (_, place) = self.place_in_map(id);
        let epoch = self.snapshot.epoch;
        self.maps[number].set(place, true, epoch);
        Some(id)
    }

    /// The map that a heap object is noted in, and its place there.
    fn place_in_map(&self, id: ObjectId) -> (usize, u32) {
        let thread = id.space().thread().unwrap_or_default();
        match self.program.short {
            None => (thread.index(), id.index()),
            Some(_) => {
                let ClassedIndex { class, rank } = ClassedIndex::of(id.index());
                (class_map(thread, class), rank)
            }
        }
    }

    /// The opposite.
    fn object_of_map(&self, number: usize, place: u32) -> ObjectId {
        match self.program.short {
            None => ObjectId::new(Space::heap(ThreadNumber(number as u32)), place),
            Some(_) => {
                let classed = ClassedIndex {
                    class: (number % CLASSES) as u32,
                    rank: place,
                };
                let thread = ThreadNumber((number / CLASSES) as u32);
                ObjectId::new(Space::heap(thread), classed.index())
            }
        }
    }

    /// Whether the running process has, or once had, this heap object: a pointer may also come from
    /// another process.
    pub(super) fn was_allocated(&mut self, id: ObjectId) -> bool {
        let (number, place) = self.place_in_map(id);
        let Some(map) = self.maps.get_mut(number) else {
            return false;
        };
        map.load(&mut self.snapshot, number);
        u64::from(place) < map.words[0]
    }

    /// A new local object at a given depth of the running thread's stack, or above it.
    pub fn allocate_local(&mut self, depth: u32, size: u64, align: u32) -> Result<ObjectId, Fault> {
        let index = match self.program.short {
            None => depth,
            Some(_) => {
                let space = Space::stack(self.thread);
                next_local(space, depth, size, align).ok_or_else(|| {
                    Fault::unsupported(format!(
                        "a local variable of {size} bytes, for which thread {} has no room in \
                         32-bit addresses",
                        self.thread
                    ))
                })?
            }
        };
        if index >= ObjectId::PER_SPACE {
            return Err(Fault::error(
                ErrorKind::StackOverflow,
                "too many local variables are alive",
            ));
        }
        self.create(
            ObjectId::new(Space::stack(self.thread), index),
            size,
            Flags::default(),
        )
    }

    /// Ends the local object at a depth of the running thread's stack; where objects need room
    /// there may be none.
    pub fn end_local(&mut self, depth: u32) {
        let id = ObjectId::new(Space::stack(self.thread), depth);
        let epoch = self.snapshot.epoch;
        let header = &self.object(id).header;
        let never_made = header.slot == crate::snapshot::NO_SLOT && header.written != epoch;
        if self.program.short.is_some() && (never_made || self.header(id).is_none()) {
            return;
        }
        self.destroy(id);
    }

    pub(super) fn create(
        &mut self,
        id: ObjectId,
        size: u64,
        flags: Flags,
    ) -> Result<ObjectId, Fault> {
        let Some(size) = u32::try_from(size)
            .ok()
            .filter(|&size| size <= ObjectId::MOST_BYTES)
        else {
            return Err(Fault::unsupported(format!("an object of {size} bytes")));
        };
        if size > SMALL {
            self.meter.claim(Object::footprint(size))?;
        }
        self.object_met(id);
        let flags = if self.share_everything && self.watched.everything {
            flags.with(Flags::SHARED).with(Flags::WATCHED)
        } else if self.share_everything {
            flags.with(Flags::SHARED)
        } else {
            flags
        };
        let epoch = self.snapshot.epoch;
        // Number of a heap block: no pointer to it is left. Others may dangle.
        if !id.space().is_heap() {
            self.log_header_change(id);
        }
        self.touch_header(id);
        let object = &mut self.spaces[id.space().0 as usize][id.index() as usize];
        object.create(size, flags, epoch, &mut self.meter)?;
        // What an earlier owner of the number left in the state must be cleared.
        for index in 0..self.object(id).chunks.len() as u32 {
            if self.object(id).chunks[index as usize].unit.slot != crate::snapshot::NO_SLOT {
                self.touch_chunk(id, index);
            }
        }
        Ok(id)
    }

    /// Ends an object's life without any check.
    pub fn destroy(&mut self, id: ObjectId) {
        self.load_header(id);
        if self.object(id).flags.contains(Flags::SHARED) {
            self.log_header_change(id);
        }
        self.forget_flight(id);
        self.touch_header(id);
        let object = self.object(id);
        let chunks = object.size.div_ceil(CHUNK);
        object.flags = Flags::default();
        object.size = 0;
        // A chunk that no step has touched so far may hold something in other states in which
        // this step is taken: it is cleared as well, or the step is not remembered.
        let clears_all = chunks <= MOST_CLEARED;
        for index in 0..chunks {
            if clears_all
                || self.object(id).chunks[index as usize].unit.slot != crate::snapshot::NO_SLOT
            {
                self.touch_chunk(id, index);
            }
        }
        self.snapshot.looked_everywhere |= !clears_all;
        if id.space().is_heap() {
            let epoch = self.snapshot.epoch;
            let (number, place) = self.place_in_map(id);
            let map = &mut self.maps[number];
            map.load(&mut self.snapshot, number);
            map.set(place, false, epoch);
        }
    }

    /// Changes what is true of an object that exists.
    pub fn set_flags(&mut self, id: ObjectId, flags: Flags) {
        self.load_header(id);
        if self.object(id).flags.contains(Flags::SHARED) {
            self.log_header_change(id);
        }
        self.touch_header(id);
        self.object(id).flags = flags;
    }

    /// Would free of this pointer be seen by others? Checks that it may be freed.
    pub fn check_free(&mut self, address: u64) -> Result<bool, Fault> {
        let id = Address(address).object();
        if id.space() == Space::NULL {
            self.refuse_cut(Address(address))?;
        }
        let invalid = |what: String| Err(Fault::error(ErrorKind::InvalidFree, what));
        if !id.space().is_heap() || !self.is_known(id) {
            return invalid(format!(
                "free of {}, which malloc did not return",
                self.describe(id)
            ));
        }
        let Some((_, flags)) = self.header(id) else {
            return Err(Fault::error(
                ErrorKind::DoubleFree,
                format!("{} was freed before", self.describe(id)),
            ));
        };
        if Address(address).offset() != 0 {
            return invalid(format!(
                "free of an address {} bytes inside a block",
                Address(address).offset() as i32
            ));
        }
        if !flags.contains(Flags::FREEABLE) {
            return invalid("free of memory that malloc did not return".to_owned());
        }
        self.notice_escape(id, flags);
        let (_, flags) = self.header(id).expect("it exists");
        Ok(self.gate.shows(flags))
    }

    /// Between two lifetimes of a local variable its content is lost.
    pub fn set_scope(&mut self, address: u64, alive: bool) {
        let id = Address(address).object();
        if !id.space().is_stack() || self.header(id).is_none() {
            return;
        }
        if self.object(id).flags.contains(Flags::SHARED) {
            self.log_header_change(id);
        }
        self.forget_flight(id);
        self.touch_header(id);
        let object = self.object(id);
        object.flags = if alive {
            object.flags.without(Flags::OUT_OF_SCOPE)
        } else {
            object.flags.with(Flags::OUT_OF_SCOPE)
        };
        let chunks = object.size.div_ceil(CHUNK);
        for index in 0..chunks {
            self.touch_chunk(id, index);
            let epoch = self.snapshot.epoch;
            let object = self.object(id);
            object.reset_chunk(index, None);
            object.chunks[index as usize].unit.loaded = epoch;
        }
    }

    /// Heap objects that exist in the current state and were not freed.
    pub fn live_heap(&mut self) -> Vec<(ObjectId, u32)> {
        self.snapshot.looked_everywhere = true;
        let mut live = Vec::new();
        for number in 0..self.maps.len() {
            self.maps[number].load(&mut self.snapshot, number);
            let map = &self.maps[number];
            let used: Vec<ObjectId> = (0..map.words[0] as u32)
                .filter(|&place| map.is_used(place))
                .map(|place| self.object_of_map(number, place))
                .collect();
            for id in used {
                if let Some((size, flags)) = self.header(id)
                    && flags.contains(Flags::FREEABLE)
                {
                    live.push((id, size));
                }
            }
        }
        live
    }

    /// The words of objects that the running step changed, for finding pointers in them.
    pub fn changed_words(&self, mut visit: impl FnMut(u64)) {
        for (object, piece) in self.changed_pieces() {
            let Piece::Chunk(index) = piece else { continue };
            if !object.exists() {
                continue;
            }
            let start = (index * CHUNK) as usize;
            let end = (start + CHUNK as usize).min(object.data.len());
            for bytes in object.data.get(start..end).unwrap_or(&[]).chunks_exact(8) {
                visit(u64::from_le_bytes(bytes.try_into().expect("eight bytes")));
            }
        }
        self.weak.changed_words(self.snapshot.epoch, visit);
    }

    /// The slots whose content the running step replaced.
    pub fn changed_slots(&self) -> Vec<Slot> {
        let pieces = self.changed_pieces();
        pieces
            .map(|(object, piece)| match piece {
                Piece::Header => object.header.slot,
                Piece::Chunk(index) => object.chunks[index as usize].unit.slot,
            })
            .collect()
    }
}
