//! The parts that states are made of, each stored once: a thread, a stack frame, a piece
//! of memory, all as slices of words. Knows nothing of what the words mean.

use crate::common::{Common, News};
use rustc_hash::FxHasher;
use std::hash::Hasher;
use std::sync::Arc;
use trailhound_checkpoint::{Damage, Reader, Writer};

/// The number of a stored slice of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct LeafId(pub u32);

impl LeafId {
    /// An absent object, untouched memory.
    pub const NOTHING: LeafId = LeafId(0);

    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub fn is_nothing(self) -> bool {
        self == LeafId::NOTHING
    }
}

/// Word slices with stable numbers from 1 upwards.
#[derive(Debug)]
pub struct Leaves {
    words: Vec<u64>,
    /// Start of each leaf in `words`, and the end of the last.
    starts: Vec<u32>,
    /// Open addressing; 0 is free. A power of two in length.
    table: Vec<LeafId>,
    /// The same leaves, in common with machines of other threads. Each of these has the first of
    /// them, up to where it has caught up.
    common: Option<Arc<Common<Leaves>>>,
}

impl Default for Leaves {
    fn default() -> Self {
        Leaves {
            words: Vec::new(),
            starts: vec![0, 0],
            table: vec![LeafId::NOTHING; 1024],
            common: None,
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
        match self.find(words) {
            Ok(id) => id,
            Err(at) => match self.common.clone() {
                None => self.add(words, at),
                Some(common) => self.intern_in_common(&common, words),
            },
        }
    }

    /// A leaf that is not here: another machine may have given it a number.
    #[cold]
    fn intern_in_common(&mut self, common: &Common<Leaves>, words: &[u64]) -> LeafId {
        common.write(|common| {
            self.take_over(common);
            let id = self.find(words).unwrap_or_else(|at| self.add(words, at));
            let same = common.intern(words);
            assert_eq!(id, same, "leaves have the same numbers everywhere");
            id
        })
    }

    pub(crate) fn save(&self, out: &mut Writer<'_>) {
        out.u32s(self.starts.iter().copied());
        out.u64s(self.words.iter().copied());
    }

    /// The table is made again.
    pub(crate) fn restored(input: &mut Reader<'_>) -> Result<Leaves, Damage> {
        let damaged = Damage::Content("leaves");
        let starts = input.u32s()?;
        let words = input.u64s()?;
        let is_whole = starts.len() >= 2
            && starts.is_sorted()
            && starts.last().map(|&end| end as usize) == Some(words.len());
        if !is_whole {
            return Err(damaged);
        }
        let mut leaves = Leaves {
            words,
            starts,
            ..Leaves::default()
        };
        let mut slots = leaves.table.len();
        while leaves.starts.len() * 4 > slots * 3 {
            slots *= 2;
        }
        leaves.fill_table(slots);
        Ok(leaves)
    }

    /// Shares the leaves with other machines from now on.
    pub(crate) fn share(&mut self, news: &News) {
        if self.common.is_none() {
            let mut all = Leaves::default();
            all.take_over(self);
            self.common = Some(Common::new(all, news));
        }
    }

    /// The same leaves for another machine.
    pub(crate) fn fork(&self) -> Leaves {
        let mut leaves = Leaves::default();
        leaves.take_over(self);
        leaves.common = self.common.clone();
        leaves
    }

    /// Takes over the leaves that others have written.
    pub(crate) fn catch_up(&mut self) {
        if let Some(common) = self.common.clone() {
            self.take_over(&common.read());
        }
    }

    /// Adds the leaves of others, from the first one on that is not here.
    fn take_over(&mut self, others: &Leaves) {
        for id in self.len()..others.len() {
            let words = others.get(LeafId(id as u32));
            if let Err(at) = self.find(words) {
                self.add(words, at);
            }
        }
    }

    /// The number of a leaf, or where in the table it belongs.
    fn find(&self, words: &[u64]) -> Result<LeafId, usize> {
        let mask = self.table.len() - 1;
        let mut at = hash(words) as usize & mask;
        loop {
            match self.table[at] {
                LeafId::NOTHING => return Err(at),
                id if self.get(id) == words => return Ok(id),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn add(&mut self, words: &[u64], at: usize) -> LeafId {
        let id = LeafId(self.starts.len() as u32 - 1);
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
        let id = id.index();
        &self.words[self.starts[id] as usize..self.starts[id + 1] as usize]
    }

    /// Leaves stored so far, plus one: the next number.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn bytes(&self) -> usize {
        self.words.capacity() * 8 + self.starts.capacity() * 4 + self.table.len() * 4
    }

    fn grow(&mut self) {
        self.fill_table(self.table.len() * 2);
    }

    fn fill_table(&mut self, slots: usize) {
        let mask = slots - 1;
        let mut table = vec![LeafId::NOTHING; mask + 1];
        for id in (1..self.starts.len() as u32 - 1).map(LeafId) {
            let mut at = hash(self.get(id)) as usize & mask;
            while !table[at].is_nothing() {
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
        assert_ne!(leaves.intern(&[]), LeafId::NOTHING);

        let mut file = Vec::new();
        let mut out = Writer::new(&mut file);
        out.section(*b"test");
        leaves.save(&mut out);
        out.finish().unwrap();
        let mut input = Reader::new(&file[..]).unwrap();
        input.section(*b"test").unwrap();
        let mut restored = Leaves::restored(&mut input).unwrap();
        for (n, &id) in ids.iter().enumerate() {
            assert_eq!(restored.intern(&[n as u64, (n * n) as u64]), id);
        }
        assert_eq!(restored.intern(&[7, 7, 7]), leaves.intern(&[7, 7, 7]));
    }
}
