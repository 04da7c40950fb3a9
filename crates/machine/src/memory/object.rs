//! One object: its bytes, which of them were written, and how it is stored in leaves.

use crate::snapshot::{NO_LEAF, Unit};
use trailhound_host::{Meter, Stop};
use trailhound_program::{Global, ThreadNumber};

/// Bytes that are interned together.
pub const CHUNK: u32 = 64;

/// What it counts for to bring a chunk in, to write it or to intern it.
pub(super) const CHUNK_UNITS: u64 = 64;

/// What is true of an object besides its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags(pub u32);

impl Flags {
    pub const EXISTS: Flags = Flags(1);
    /// Another thread can reach it.
    pub const SHARED: Flags = Flags(2);
    pub const READ_ONLY: Flags = Flags(4);
    /// A local variable between two of its lifetimes.
    pub const OUT_OF_SCOPE: Flags = Flags(8);
    /// Starts as zeros, not as unwritten bytes.
    pub const ZEROED: Flags = Flags(16);
    /// From malloc and its relatives: may be passed to free.
    pub const FREEABLE: Flags = Flags(32);
    /// From `new`: to be given back with `delete`.
    pub const NEW: Flags = Flags(64);
    /// From `new[]`: to be given back with `delete[]`.
    pub const NEW_ARRAY: Flags = Flags(128);
    /// A global that properties ask for.
    pub const WATCHED: Flags = Flags(256);
    /// Shared by processes.
    pub const MAPPED: Flags = Flags(512);

    /// Above these bits: the thread that the object was given to, plus one.
    const OWNER_SHIFT: u32 = 16;

    /// The thread that the object was given to by the one that made it.
    pub fn owner(self) -> Option<ThreadNumber> {
        let owner = (self.0 >> Self::OWNER_SHIFT).checked_sub(1)?;
        Some(ThreadNumber(owner))
    }

    pub fn given_to(self, thread: ThreadNumber) -> Flags {
        let flags = self.0 & ((1 << Self::OWNER_SHIFT) - 1);
        Flags(flags | (thread.0 + 1) << Self::OWNER_SHIFT)
    }

    #[inline(always)]
    pub fn contains(self, other: Flags) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn with(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }

    pub fn without(self, other: Flags) -> Flags {
        Flags(self.0 & !other.0)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Chunk {
    pub unit: Unit,
    /// A bit for each byte that was written; bits beyond the object's end are set.
    pub init: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Object {
    pub header: Unit,
    pub size: u32,
    pub flags: Flags,
    /// Padded to whole chunks.
    pub data: Vec<u8>,
    pub chunks: Vec<Chunk>,
}

/// The init word of a chunk none of whose bytes inside the object were written.
fn unwritten(size: u32, index: u32) -> u64 {
    let inside = size.saturating_sub(index * CHUNK).min(CHUNK);
    if inside == CHUNK {
        0
    } else {
        u64::MAX << inside
    }
}

/// Variables of the C++ runtime that all threads use and whose order of use has no bearing on
/// the program: the standard streams and what they keep.
fn is_unshared(symbol: &str) -> bool {
    matches!(
        symbol,
        "_ZSt4cout"
            | "_ZSt4cerr"
            | "_ZSt4clog"
            | "_ZSt3cin"
            | "_ZNSt6locale10_S_classicE"
            | "_ZNSt3__14coutE"
            | "_ZNSt3__14cerrE"
            | "_ZNSt3__14clogE"
            | "_ZNSt3__13cinE"
    ) || symbol.starts_with("_ZN10trailhound8unshared")
        || symbol.starts_with("_ZNSt") && symbol.ends_with("2idE")
}

impl Object {
    /// The bytes that an object of this size takes here.
    pub fn footprint(size: u32) -> u64 {
        let chunks = u64::from(size.div_ceil(CHUNK));
        chunks * (u64::from(CHUNK) + size_of::<Chunk>() as u64)
    }

    pub fn exists(&self) -> bool {
        self.flags.contains(Flags::EXISTS)
    }

    /// Gives the object a new size; its chunks must be loaded afresh.
    fn resize(&mut self, size: u32, flags: Flags) {
        self.size = size;
        self.flags = flags;
        let chunks = size.div_ceil(CHUNK) as usize;
        self.data.resize(chunks * CHUNK as usize, 0);
        // Slots stay with their chunk for the whole run, so the list never shrinks.
        if self.chunks.len() < chunks {
            self.chunks.resize(chunks, Chunk::default());
        }
        for chunk in &mut self.chunks {
            chunk.unit.leaf = NO_LEAF;
            chunk.unit.loaded = 0;
        }
    }

    /// A new object that the running step made.
    pub fn create(
        &mut self,
        size: u32,
        flags: Flags,
        epoch: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        self.resize(size, flags.with(Flags::EXISTS));
        for index in 0..size.div_ceil(CHUNK) {
            meter.spend(CHUNK_UNITS)?;
            self.reset_chunk(index, None);
            self.chunks[index as usize].unit.loaded = epoch;
        }
        self.header.loaded = epoch;
        Ok(())
    }

    pub fn become_global(&mut self, global: &Global) {
        let flags = if global.constant {
            Flags::READ_ONLY
        } else if is_unshared(&global.name) {
            Flags::default()
        } else {
            Flags::SHARED
        };
        self.resize(global.bytes.len() as u32, flags.with(Flags::EXISTS));
    }

    pub fn decode_header(&mut self, words: &[u64]) {
        match words {
            [] => self.resize(0, Flags::default()),
            [word, ..] => self.resize((word >> 32) as u32, Flags(*word as u32)),
        }
    }

    /// False: the object does not exist.
    pub fn encode_header(&self, words: &mut Vec<u64>) -> bool {
        words.push((self.size as u64) << 32 | self.flags.0 as u64);
        self.exists()
    }

    /// The content that a chunk has before the first write to it.
    pub fn reset_chunk(&mut self, index: u32, initial: Option<&[u8]>) {
        let start = (index * CHUNK) as usize;
        let zeroed = self.flags.contains(Flags::ZEROED);
        let size = self.size;
        let data = &mut self.data[start..start + CHUNK as usize];
        data.fill(0);
        let chunk = &mut self.chunks[index as usize];
        chunk.init = if zeroed {
            u64::MAX
        } else {
            unwritten(size, index)
        };
        if let Some(bytes) = initial {
            let bytes = &bytes[start..bytes.len().min(start + CHUNK as usize)];
            data[..bytes.len()].copy_from_slice(bytes);
            chunk.init = u64::MAX;
        }
    }

    pub fn decode_chunk(&mut self, index: u32, words: &[u64]) {
        let start = (index * CHUNK) as usize;
        self.chunks[index as usize].init = words[0];
        let data = &mut self.data[start..start + CHUNK as usize];
        for (bytes, word) in data.chunks_exact_mut(8).zip(&words[1..]) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// False: the chunk is as it was before the first write.
    pub fn encode_chunk(&self, index: u32, initial: Option<&[u8]>, words: &mut Vec<u64>) -> bool {
        let start = (index * CHUNK) as usize;
        if !self.exists() || start >= self.data.len() {
            return false;
        }
        let init = self.chunks[index as usize].init;
        let inside = (self.size as usize - start).min(CHUNK as usize);
        let data = &self.data[start..start + CHUNK as usize];
        let untouched = match initial {
            Some(bytes) => init == u64::MAX && data[..inside] == bytes[start..start + inside],
            None => {
                let fresh = if self.flags.contains(Flags::ZEROED) {
                    u64::MAX
                } else {
                    unwritten(self.size, index)
                };
                init == fresh && data.iter().all(|&byte| byte == 0)
            }
        };
        if untouched {
            return false;
        }
        words.push(init);
        let bytes = data[..inside.next_multiple_of(8)].chunks_exact(8);
        words.extend(bytes.map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes"))));
        // The rest of the last chunk decodes as zeros only if it is stored.
        words.resize(1 + (CHUNK / 8) as usize, 0);
        true
    }
}
