//! Which objects another thread can reach. An object is its thread's own until a pointer
//! to it is written into a shared object; then it, and all it points to, is shared for
//! the rest of its life. Accesses to a thread's own objects need no scheduling point.

use super::object::CHUNK;
use super::{Flags, Memory};
use trailhound_program::{Address, ObjectId, Space, ThreadNumber};

/// The spaces before this one belong to no thread.
const FIRST_THREAD: usize = Space::FIRST_THREAD as usize;

impl Memory<'_> {
    /// A word has become visible to other threads: if it is a pointer, so has what it points to.
    #[inline]
    pub fn escape(&mut self, word: u64) {
        if self.program.short.is_some() {
            return self.escape_short(word);
        }
        // One comparison, so that data of any kind is told from pointers without a guess of the
        // processor: with bit 63 set the number is above every space.
        const OBJECT_BITS: u32 = 32 + ObjectId::INDEX_BITS;
        let space = (word >> OBJECT_BITS) as usize;
        if space.wrapping_sub(FIRST_THREAD) < self.spaces.len() - FIRST_THREAD {
            self.share(Address(word).object());
        }
    }

    /// The same in 32-bit programs: the word may be an address of a register, or two of memory.
    fn escape_short(&mut self, word: u64) {
        for address in self.program.addresses_in(word) {
            let object = Address(address).signed_parts().0;
            if object.space().thread().is_some() {
                self.share(object);
            }
        }
    }

    /// Pointers that a write to a shared object has completed escape: the words of eight bytes
    /// that it overlaps, and the one that starts where it starts, at whatever alignment. (A
    /// pointer put together from odd pieces is noticed when another thread uses it.)
    #[inline]
    pub(super) fn escape_range(&mut self, id: ObjectId, offset: u32, size: u32) {
        let aligned = offset & !7;
        for at in (aligned..offset + size).step_by(8) {
            self.escape_word(id, at);
        }
        if aligned != offset {
            for at in (offset..offset + size).step_by(8) {
                self.escape_word(id, at);
            }
        }
    }

    #[inline]
    fn escape_word(&mut self, id: ObjectId, offset: u32) {
        if let Some(word) = self.word_at(id, offset) {
            self.escape(word);
        }
    }

    fn word_at(&mut self, id: ObjectId, offset: u32) -> Option<u64> {
        let step = self.program.model().pointer_bytes();
        let object = self.object(id);
        if offset + step > object.size {
            return None;
        }
        let rest = object.data.get(offset as usize..)?;
        let mut word = [0; 8];
        let length = rest.len().min(8);
        word[..length].copy_from_slice(&rest[..length]);
        Some(u64::from_le_bytes(word))
    }

    /// Makes another thread the owner of the block that `pointer` points to, instead of the one
    /// that made it and has no more use for it. What the block points to, at natural alignment,
    /// can be reached by both.
    pub fn give(&mut self, pointer: u64, thread: ThreadNumber) {
        let id = Address(pointer).object();
        if !id.space().is_heap() || !self.is_known(id) {
            return self.escape(pointer);
        }
        self.load_header(id);
        let object = self.object(id);
        if !object.exists() || object.flags.contains(Flags::SHARED) {
            return;
        }
        object.flags = object.flags.given_to(thread);
        let size = object.size;
        self.touch_header(id);
        for index in 0..size.div_ceil(CHUNK) {
            self.load_chunk(id, index);
        }
        for at in (0..size).step_by(8) {
            match self.word_at(id, at) {
                Some(word) if Address(word).object() != id => self.escape(word),
                _ => {}
            }
        }
    }

    pub(super) fn share(&mut self, first: ObjectId) {
        let mut pending = vec![first];
        while let Some(id) = pending.pop() {
            self.stack_shown |= id.space() == Space::stack(self.thread);
            if !self.is_known(id) || id.space().thread().is_none() {
                continue;
            }
            self.load_header(id);
            let object = self.object(id);
            if !object.exists() || object.flags.contains(Flags::SHARED) {
                continue;
            }
            object.flags = object.flags.with(Flags::SHARED);
            if self.watched.everything {
                let object = self.object(id);
                object.flags = object.flags.with(Flags::WATCHED);
            }
            let object = self.object(id);
            let size = object.size;
            self.record_birth(id);
            self.touch_header(id);
            for index in 0..size.div_ceil(CHUNK) {
                self.load_chunk(id, index);
            }
            for at in 0..size {
                let Some(word) = self.word_at(id, at) else {
                    break;
                };
                match &self.program.short {
                    Some(short) => {
                        let object = Address(short.lengthen(word as u32)).signed_parts().0;
                        pending.extend(Some(object).filter(|id| id.space().thread().is_some()));
                    }
                    None if could_point_to_dynamic(word) => pending.push(Address(word).object()),
                    None => {}
                }
            }
        }
    }
}

#[inline(always)]
fn could_point_to_dynamic(word: u64) -> bool {
    word >> 63 == 0 && Address(word).object().space().thread().is_some()
}
