//! A vector in chunks: it grows without copying and without a spare half.

use trailhound_checkpoint::{Damage, Reader, Writer};

use super::pages::prefer_large;

const CHUNK_BITS: u32 = 20;
const CHUNK: usize = 1 << CHUNK_BITS;
/// From this length on the first chunk gets its full size.
const SMALL: usize = 1 << 16;

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
        let at = self.len >> CHUNK_BITS;
        match self.chunks.get(at) {
            Some(chunk) if chunk.len() < chunk.capacity() => {}
            _ => self.make_room(at),
        }
        self.chunks[at].push(item);
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

    pub fn save(&self, out: &mut Writer<'_>, mut item: impl FnMut(&mut Writer<'_>, T)) {
        out.length(self.len);
        self.iter().for_each(|one| item(out, one));
    }

    pub fn load(
        input: &mut Reader<'_>,
        mut item: impl FnMut(&mut Reader<'_>) -> Result<T, Damage>,
    ) -> Result<Chunked<T>, Damage> {
        let mut items = Chunked::new();
        for _ in 0..input.length()? {
            items.push(item(input)?);
        }
        Ok(items)
    }

    /// Adds a chunk, or enlarges the first one: that grows like any vector for a while, so
    /// that a small search stays small.
    #[cold]
    fn make_room(&mut self, at: usize) {
        if at == self.chunks.len() {
            self.chunks.push(Vec::new());
        }
        let chunk = &mut self.chunks[at];
        if at > 0 || chunk.len() >= SMALL {
            chunk.reserve_exact(CHUNK - chunk.len());
            prefer_large(chunk);
        } else {
            chunk.reserve(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_an_array_and_a_stack_across_chunks() {
        let mut items = Chunked::new();
        let count = 2 * CHUNK + 5;
        for item in 0..count {
            items.push(item as u32);
        }
        assert_eq!(items.len(), count);
        assert_eq!(items.bytes(), 4 * count);
        assert_eq!(items.get(CHUNK), CHUNK as u32);
        assert!(items.iter().eq(0..count as u32));
        for item in (CHUNK - 3..count).rev() {
            assert_eq!(items.pop(), Some(item as u32));
        }
        assert_eq!(items.len(), CHUNK - 3);
        items.push(7);
        assert_eq!(items.get(CHUNK - 3), 7);
        assert_eq!(items.bytes(), 4 * count);
        items.clear();
        assert_eq!((items.len(), items.pop()), (0, None));
    }

    #[test]
    fn can_be_set_beyond_its_end() {
        let mut items = Chunked::new();
        items.put(3, 'x', '-');
        items.put(1, 'y', '-');
        assert_eq!(items.iter().collect::<String>(), "-y-x");
        items.fill('z');
        assert_eq!(items.iter().collect::<String>(), "zzzz");
    }
}
