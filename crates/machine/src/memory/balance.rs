//! What a thread changes in memory on balance, as one number: the differences of all words that it
//! writes, weighted by their places. What is undone counts as nothing, also if other threads
//! change the same words in between.

use super::Memory;
use super::piece::Piece;
use crate::leaves::LeafId;
use crate::memory::object::CHUNK;
use crate::snapshot::{NO_SLOT, SlotKind};
use std::hash::Hasher;
use trailhound_program::{ObjectId, Space};

/// Words of content in a chunk.
const WORDS: usize = (CHUNK / 8) as usize;
/// Steps that read more are not remembered, rather than search their reads for each chunk.
const MOST_READS: usize = 256;

impl Memory<'_> {
    /// What the running step has changed so far, in the process that is running.
    pub(crate) fn balance(&mut self) -> u64 {
        let mut balance = 0u64;
        for index in 0..self.dirty.len() {
            let (id, Piece::Chunk(chunk)) = self.dirty[index] else {
                continue;
            };
            let (before, now) = (self.words_before(id, chunk), self.words_now(id, chunk));
            for (word, (before, now)) in before.into_iter().zip(now).enumerate() {
                let difference = now.wrapping_sub(before);
                let place = id.at(chunk * CHUNK + 8 * word as u32).0;
                balance = balance.wrapping_add(difference.wrapping_mul(weight(place)));
            }
        }
        balance
    }

    /// A chunk in the state that the step has begun in.
    fn words_before(&mut self, id: ObjectId, chunk: u32) -> [u64; WORDS] {
        let Memory {
            spaces, snapshot, ..
        } = self;
        let objects = &mut spaces[id.space().0 as usize];
        let Some(known) = objects[id.index() as usize].chunks.get_mut(chunk as usize) else {
            return [0; WORDS];
        };
        if known.unit.slot == NO_SLOT {
            known.unit.slot = snapshot.new_slot(SlotKind::Chunk(id, chunk));
        }
        let slot = known.unit.slot;
        snapshot.looked_everywhere |= snapshot.reads.len() > MOST_READS;
        let is_noted = snapshot.looked_everywhere || snapshot.has_read(slot);
        let leaf = match is_noted {
            true => snapshot.current(slot),
            false => snapshot.read(slot),
        };
        self.words_of(id, chunk, leaf)
    }

    fn words_now(&self, id: ObjectId, chunk: u32) -> [u64; WORDS] {
        let object = &self.spaces[id.space().0 as usize][id.index() as usize];
        let start = (chunk * CHUNK) as usize;
        match object.data.get(start..) {
            Some(bytes) if object.exists() => words_in(bytes),
            _ => [0; WORDS],
        }
    }

    fn words_of(&self, id: ObjectId, chunk: u32, leaf: LeafId) -> [u64; WORDS] {
        if !leaf.is_nothing() {
            let words = self.snapshot.leaves.get(leaf);
            return words[1..].try_into().expect("the words of a chunk");
        }
        if id.space() != Space::STATIC {
            return [0; WORDS];
        }
        let bytes = &self.program.globals[id.index() as usize].bytes;
        bytes
            .get((chunk * CHUNK) as usize..)
            .map_or([0; WORDS], words_in)
    }
}

/// The words of a chunk that these bytes begin with.
fn words_in(bytes: &[u8]) -> [u64; WORDS] {
    let mut words = [0; WORDS];
    for (at, &byte) in bytes.iter().take(CHUNK as usize).enumerate() {
        words[at / 8] |= u64::from(byte) << (8 * (at % 8));
    }
    words
}

/// Odd, so that no change of one word alone counts as nothing.
fn weight(place: u64) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    hasher.write_u64(place);
    hasher.finish() | 1
}
