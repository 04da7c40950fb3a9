//! What library functions do to the program's memory, noted while they do it, so that data races
//! with them can be found. What synchronises notes nothing: it has a meaning of its own.

use super::{Models, allocation, descriptors, events, files, libc, queues, startup};
use crate::error::Fault;
use crate::machine::Machine;
use crate::pending::{Access, called_function};
use crate::thread_id::ThreadId;
use trailhound_program::Address;

/// Bytes that one operation reads or writes.
const WORD: u64 = 8;

/// Whether the accesses of a model are like those of ordinary code.
pub(crate) fn touches_plainly(symbol: &str, models: &Models) -> bool {
    let system = files::MODELS.iter().chain(events::MODELS).copied();
    let tables = libc::MODELS.iter().copied().chain(system).chain([
        allocation::MODELS,
        descriptors::MODELS,
        queues::MODELS,
        startup::MODELS,
    ]);
    // `delete` in all its forms is to memory what `free` is.
    let deletes = matches!(symbol, "trailhound_delete" | "trailhound_delete_array");
    models.knows(symbol) && (deletes || tables.flatten().any(|(name, _)| *name == symbol))
}

impl Machine<'_> {
    /// The running thread stands before a library function: its accesses will be noted.
    pub(crate) fn note_library_call(&mut self) {
        self.noting = self.stands_before_library_call(self.current);
    }

    pub(crate) fn stands_before_library_call(&mut self, index: ThreadId) -> bool {
        let program = self.program;
        let called = called_function(program, self.thread_at(index));
        called.is_some_and(|function| self.touching[function.index()])
    }

    pub(crate) fn note(&mut self, address: u64, size: u64, write: bool) {
        if self.records_library && self.library_race.is_none() {
            self.library_race = self.note_plain(address, size, write).err();
        }
        if !self.noting || size == 0 {
            return;
        }
        if let Some(last) = self.touches.last_mut()
            && last.write == write
            && last.address + last.size as u64 == address
        {
            last.size += size as u32;
            return;
        }
        self.touches.push(Access {
            address,
            size: size as u32,
            write,
            atomic: false,
        });
    }

    /// The library function has accessed memory: others may do so between its bytes.
    pub(crate) fn note_whole_touches(&mut self) {
        for index in 0..self.touches.len() {
            let Access { address, size, .. } = self.touches[index];
            // A library may go byte by byte.
            if size > 1 {
                self.note_whole(address, WORD + 1);
            }
        }
    }

    /// The running thread accesses memory as a whole, which takes it several operations if that is
    /// more than a word.
    pub(crate) fn note_whole(&mut self, address: u64, size: u64) {
        let others = self.world.alive > 1 && self.thread.atomic_depth == 0;
        if self.copied_whole || size <= WORD || !others {
            return;
        }
        let visible = self.visible_flags(true);
        let header = self.memory.header(Address(address).object());
        self.copied_whole = header.is_some_and(|(_, flags)| flags.0 & visible != 0);
    }

    pub fn read_bytes(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Fault> {
        self.note(address, size, false);
        self.memory.read(address, size)
    }

    pub fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Fault> {
        self.note(address, bytes.len() as u64, true);
        self.memory.write(address, bytes)
    }

    pub fn fill_bytes(&mut self, address: u64, byte: u8, size: u64) -> Result<(), Fault> {
        self.note(address, size, true);
        self.memory.fill(address, byte, size)
    }

    pub fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        self.note(from, size, false);
        self.note(to, size, true);
        self.memory.copy(to, from, size)
    }

    /// Bytes as they are, written or not, which other threads may get: pointers among them escape.
    pub(crate) fn lift_bytes(&mut self, address: u64, size: u64) -> Result<Vec<Option<u8>>, Fault> {
        self.note(address, size, false);
        let bytes = self.memory.lift(address, size)?;
        for word in bytes.chunks_exact(8) {
            let word = word.iter().rev();
            let word = word.fold(0, |word, byte| word << 8 | byte.unwrap_or(0) as u64);
            self.memory.escape(word);
        }
        Ok(bytes)
    }

    pub(crate) fn lay_bytes(&mut self, address: u64, bytes: &[Option<u8>]) -> Result<(), Fault> {
        self.note(address, bytes.len() as u64, true);
        self.memory.lay(address, bytes)
    }
}
