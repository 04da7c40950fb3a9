//! Loads and stores in the ordinary case: bytes that the step has at hand, written, and
//! seen by no other thread in between. Says no, and does nothing, in every other.

use super::object::CHUNK;
use super::{Flags, Memory};
use trailhound_program::Address;

/// Stores to these need a closer look.
const NOT_FOR_STORES: u32 = Flags::OUT_OF_SCOPE.0 | Flags::READ_ONLY.0 | Flags::WATCHED.0;

impl Memory<'_> {
    #[inline(always)]
    pub fn load_quickly<const SIZE: usize>(&mut self, address: u64) -> Option<u64> {
        let id = Address(address).object();
        let object = self
            .spaces
            .get(id.space().0 as usize)?
            .get(id.index() as usize)?;
        let offset = Address(address).offset_in_object();
        let chunk = object.chunks.get((offset / CHUNK) as usize)?;
        let ordinary = chunk.unit.loaded == self.snapshot.epoch
            && chunk.init == u64::MAX
            && offset % CHUNK + SIZE as u32 <= CHUNK
            && offset + SIZE as u32 <= object.size
            && !object.flags.contains(Flags::OUT_OF_SCOPE)
            && object.flags.0 & self.gate.visible == 0;
        if !ordinary {
            return None;
        }
        let bytes = object.data.get(offset as usize..offset as usize + SIZE)?;
        let mut word = [0; 8];
        word[..SIZE].copy_from_slice(bytes);
        Some(u64::from_le_bytes(word))
    }

    #[inline(always)]
    pub fn store_quickly<const SIZE: usize>(&mut self, address: u64, value: u64) -> bool {
        let id = Address(address).object();
        let epoch = self.snapshot.epoch;
        let Some(object) = self
            .spaces
            .get_mut(id.space().0 as usize)
            .and_then(|objects| objects.get_mut(id.index() as usize))
        else {
            return false;
        };
        let offset = Address(address).offset_in_object();
        let Some(chunk) = object.chunks.get((offset / CHUNK) as usize) else {
            return false;
        };
        let shared = object.flags.contains(Flags::SHARED);
        let within = offset % 8;
        let ordinary = chunk.unit.written == epoch
            && chunk.unit.loaded == epoch
            && chunk.init == u64::MAX
            && within + SIZE as u32 <= 8
            && offset + SIZE as u32 <= object.size
            && object.flags.0 & NOT_FOR_STORES == 0
            && object.flags.0 & self.gate.visible == 0;
        if !ordinary {
            return false;
        }
        let start = (offset & !7) as usize;
        let Some(word) = object
            .data
            .get_mut(start..start + 8)
            .and_then(|bytes| bytes.first_chunk_mut::<8>())
        else {
            return false;
        };
        // The word that the store completes is put together from the old one: reading it back
        // would wait for the store.
        let mask = (u64::MAX >> (64 - 8 * SIZE)) << (8 * within);
        let new = u64::from_le_bytes(*word) & !mask | (value << (8 * within)) & mask;
        let within = within as usize;
        if let Some(bytes) = word.get_mut(within..within + SIZE) {
            bytes.copy_from_slice(&value.to_le_bytes()[..SIZE]);
        }
        if shared {
            self.escape(new);
        }
        true
    }
}
