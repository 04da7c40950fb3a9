//! The parts that states are made of, each stored once: a thread, a stack frame, a piece
//! of memory, all as slices of words. Knows nothing of what the words mean.

use rustc_hash::FxHasher;
use std::hash::Hasher;

/// A stored slice of words; 0 is nothing: an absent object, untouched memory.
pub type LeafId = u32;

/// Word slices with stable numbers from 1 upwards.
#[derive(Debug)]
pub struct Leaves {
    words: Vec<u64>,
    /// Start of each leaf in `words`, and the end of the last.
    starts: Vec<u32>,
    /// Open addressing; 0 is free. A power of two in length.
    table: Vec<LeafId>,
}

impl Default for Leaves {
    fn default() -> Self {
        Leaves {
            words: Vec::new(),
            starts: vec![0, 0],
            table: vec![0; 1024],
        }
    }
}

fn hash(words: &[u64]) -> u64 {
    let mut hasher = FxHasher::default();
    for &word in words {
        hasher.write_u64(word);
    }
    hasher.finish()
}

impl Leaves {
    pub fn intern(&mut self, words: &[u64]) -> LeafId {
        let mask = self.table.len() - 1;
        let mut at = hash(words) as usize & mask;
        loop {
            match self.table[at] {
                0 => break,
                id if self.get(id) == words => return id,
                _ => at = (at + 1) & mask,
            }
        }
        let id = self.starts.len() as LeafId - 1;
        self.words.extend_from_slice(words);
        let end = u32::try_from(self.words.len()).expect("fewer than 2^32 words of leaves");
        self.starts.push(end);
        self.table[at] = id;
        if self.starts.len() * 4 > self.table.len() * 3 {
            self.grow();
        }
        id
    }

    pub fn get(&self, id: LeafId) -> &[u64] {
        let id = id as usize;
        &self.words[self.starts[id] as usize..self.starts[id + 1] as usize]
    }

    /// Leaves stored so far, plus one: the next number.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn bytes(&self) -> usize {
        self.words.len() * 8 + self.starts.len() * 4 + self.table.len() * 4
    }

    fn grow(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![0; mask + 1];
        for id in 1..self.starts.len() as LeafId - 1 {
            let mut at = hash(self.get(id)) as usize & mask;
            while table[at] != 0 {
                at = (at + 1) & mask;
            }
            table[at] = id;
        }
        self.table = table;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_words_have_one_number() {
        let mut leaves = Leaves::default();
        let ids: Vec<_> = (0..5000u64).map(|n| leaves.intern(&[n, n * n])).collect();
        for (n, &id) in ids.iter().enumerate() {
            let n = n as u64;
            assert_eq!(leaves.intern(&[n, n * n]), id);
            assert_eq!(leaves.get(id), [n, n * n]);
        }
        assert_ne!(leaves.intern(&[]), 0);
    }
}
