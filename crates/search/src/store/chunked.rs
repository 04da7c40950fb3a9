//! A vector in chunks: it grows without copying and without a spare half.

use super::pages::prefer_large;

const CHUNK_BITS: u32 = 20;
const CHUNK: usize = 1 << CHUNK_BITS;

/// A growing array and stack. A chunk that was allocated stays: a stack that shrank will
/// grow again.
pub(crate) struct Chunked<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
    /// The length before it last shrank, or more.
    longest: usize,
}

impl<T: Copy> Chunked<T> {
    pub fn new() -> Chunked<T> {
        Chunked {
            chunks: Vec::new(),
            len: 0,
            longest: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// The bytes that were ever written; what was only reserved is not there yet.
    pub fn bytes(&self) -> usize {
        self.longest.max(self.len) * size_of::<T>()
    }

    #[inline]
    pub fn get(&self, at: usize) -> T {
        self.chunks[at >> CHUNK_BITS][at & (CHUNK - 1)]
    }

    /// Sets an item that may lie beyond the end; what lies between becomes `gap`.
    #[inline]
    pub fn put(&mut self, at: usize, item: T, gap: T) {
        while self.len < at {
            self.push(gap);
        }
        if at == self.len {
            self.push(item);
        } else {
            self.chunks[at >> CHUNK_BITS][at & (CHUNK - 1)] = item;
        }
    }

    /// Sets every item.
    pub fn fill(&mut self, item: T) {
        for chunk in &mut self.chunks {
            chunk.fill(item);
        }
    }

    pub fn clear(&mut self) {
        self.longest = self.longest.max(self.len);
        for chunk in &mut self.chunks {
            chunk.clear();
        }
        self.len = 0;
    }

    #[inline]
    pub fn push(&mut self, item: T) {
        let chunk = self.len >> CHUNK_BITS;
        if chunk == self.chunks.len() {
            self.add_chunk();
        }
        self.chunks[chunk].push(item);
        self.len += 1;
    }

    #[inline]
    pub fn pop(&mut self) -> Option<T> {
        self.longest = self.longest.max(self.len);
        let last = self.len.checked_sub(1)?;
        self.len = last;
        self.chunks[last >> CHUNK_BITS].pop()
    }

    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        self.chunks.iter().flatten().copied()
    }

    /// The first chunk grows like any vector, so that a small search stays small.
    #[cold]
    fn add_chunk(&mut self) {
        let capacity = if self.chunks.is_empty() { 0 } else { CHUNK };
        let chunk = Vec::with_capacity(capacity);
        prefer_large(&chunk);
        self.chunks.push(chunk);
    }
}
