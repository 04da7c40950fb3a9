//! Memory as it is in a state, read without bringing anything in.

use super::object::CHUNK;
use super::{Flags, Memory};
use crate::snapshot::NO_SLOT;
use trailhound_program::{Address, ObjectId, Space};

impl Memory<'_> {
    /// Whether an object exists in a state and others than its maker can reach it.
    pub(crate) fn is_shared_in(&self, state: &[u32], id: ObjectId) -> bool {
        let objects = self.spaces.get(id.space().0 as usize);
        let object = objects.and_then(|objects| objects.get(id.index() as usize));
        let Some(object) = object.filter(|object| object.header.slot != NO_SLOT) else {
            return false;
        };
        let leaf = object.header.slot.leaf_in(state);
        !leaf.is_nothing() && {
            let flags = Flags(self.snapshot.leaves.get(leaf)[0] as u32);
            flags.contains(Flags::SHARED)
        }
    }

    /// The word of up to eight bytes at an address of a state; `None` if it is not known.
    pub(crate) fn word_in(&self, state: &[u32], address: u64, size: u64) -> Option<u64> {
        let id = Address(address).object();
        let offset = Address(address).offset();
        let object = self
            .spaces
            .get(id.space().0 as usize)?
            .get(id.index() as usize)?;
        let chunk = object.chunks.get((offset / CHUNK) as usize)?;
        let within = (offset % CHUNK) as usize;
        let size = size as usize;
        if chunk.unit.slot == NO_SLOT || within + size > CHUNK as usize {
            return None;
        }
        let leaf = chunk.unit.slot.leaf_in(state);
        let mut word = [0; 8];
        if !leaf.is_nothing() {
            let words = self.snapshot.leaves.get(leaf);
            for (n, byte) in word.iter_mut().enumerate().take(size) {
                let at = within + n;
                if words[0] >> at & 1 == 0 {
                    return None;
                }
                *byte = words[1 + at / 8].to_le_bytes()[at % 8];
            }
            return Some(u64::from_le_bytes(word));
        }
        if id.space() != Space::STATIC {
            return None;
        }
        let bytes = &self.program.globals[id.index() as usize].bytes;
        let start = offset as usize;
        word[..size].copy_from_slice(bytes.get(start..start + size)?);
        Some(u64::from_le_bytes(word))
    }
}
