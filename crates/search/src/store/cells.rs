//! A growing array of atomic words: several threads read and write its items, and one that has it
//! to itself makes it longer.

use super::pages::prefer_large;

const CHUNK_BITS: u32 = 20;
const CHUNK: usize = 1 << CHUNK_BITS;
/// From this length on the first chunk gets its full size.
const SMALL: usize = 1 << 16;

/// Items in chunks: it grows without copying and without a spare half.
pub(crate) struct Cells<A> {
    chunks: Vec<Vec<A>>,
    len: usize,
}

impl<A: Default> Cells<A> {
    pub fn new() -> Cells<A> {
        Cells {
            chunks: Vec::new(),
            len: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn bytes(&self) -> usize {
        self.len * size_of::<A>()
    }

    #[inline]
    pub fn get(&self, at: usize) -> &A {
        &self.chunks[at >> CHUNK_BITS][at & (CHUNK - 1)]
    }

    /// Adds items that are zero, up to this length.
    #[cold]
    pub fn extend_to(&mut self, len: usize) {
        while self.len < len {
            let at = self.len >> CHUNK_BITS;
            if at == self.chunks.len() {
                self.chunks.push(Vec::new());
            }
            let chunk = &mut self.chunks[at];
            let wanted = (len - (at << CHUNK_BITS)).min(CHUNK);
            let is_large = at > 0 || wanted > SMALL;
            if is_large && chunk.capacity() < CHUNK {
                chunk.reserve_exact(CHUNK - chunk.len());
                prefer_large(chunk);
            }
            chunk.resize_with(wanted, A::default);
            self.len = (at << CHUNK_BITS) + wanted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    #[test]
    fn keeps_what_was_written_when_it_grows() {
        let mut cells: Cells<AtomicU32> = Cells::new();
        for len in [1, 7, 5, SMALL + 1, CHUNK - 1, CHUNK, 2 * CHUNK + 3] {
            let from = cells.len();
            cells.extend_to(len);
            assert_eq!(cells.len(), len.max(from));
            for at in from..cells.len() {
                assert_eq!(cells.get(at).swap(at as u32, Relaxed), 0);
            }
        }
        assert!((0..cells.len()).all(|at| cells.get(at).load(Relaxed) == at as u32));
    }
}
