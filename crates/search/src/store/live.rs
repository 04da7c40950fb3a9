//! One state spread out: its words and the numbers of all its subtrees, so that a change
//! of a few words costs a few paths. It does not know which states are stored.

use std::cmp::Reverse;

use super::shape::{Below, ROOT, Shape};
use super::table::Table;
use super::writer::Writer;

/// A state as flat words and as a tree over them.
pub struct Live {
    words: Vec<u32>,
    /// By position in the shape: the word of a leaf, the number of a subtree. The root has
    /// none.
    numbers: Vec<u32>,
    /// The shape that `numbers` follows.
    version: u32,
    /// The words that the prepared step changes.
    writes: Vec<(u32, u32)>,
    /// The position and number of everything that the prepared step changes, in falling
    /// order: first the leaves, then the subtrees.
    patch: Vec<(u32, u32)>,
}

/// The version of no shape.
const UNSHAPED: u32 = u32::MAX;

/// Up to so many changes are sorted by insertion.
const FEW: usize = 24;

impl Default for Live {
    fn default() -> Live {
        Live::new()
    }
}

impl Live {
    /// The state of zeros.
    pub fn new() -> Live {
        Live {
            words: Vec::new(),
            numbers: Vec::new(),
            version: UNSHAPED,
            writes: Vec::new(),
            patch: Vec::new(),
        }
    }

    /// The words of the state, and zeros.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Moves to the state that was last prepared.
    #[inline]
    pub fn advance(&mut self) {
        for &(slot, word) in &self.writes {
            self.words[slot as usize] = word;
        }
        for &(at, number) in &self.patch {
            self.numbers[at as usize] = number;
        }
    }

    /// The pair at the root of the state that `changes` lead to; `number_of` gives the numbers of its
    /// subtrees, by depth and pair. `None` when one has none, when this state stands in another
    /// shape, or the other one does not fit into this.
    #[inline]
    pub(super) fn prepare(
        &mut self,
        changes: &[(u32, u32)],
        shape: &Shape,
        mut number_of: impl FnMut(usize, u64) -> Option<u32>,
    ) -> Option<u64> {
        if self.version != shape.version() || !self.take_changes(changes, shape) {
            return None;
        }
        let numbers = &self.numbers[..];
        let leaves = self.patch.len();
        let (mut leaf, mut subtree) = (0, leaves);
        let mut pair = [2, 3].map(|at| numbers[at]);
        // Both parts of the patch fall, and the next position is the larger head.
        loop {
            let next_leaf = self.patch[..leaves].get(leaf);
            let next_subtree = self.patch.get(subtree);
            let (at, number) = match (next_leaf, next_subtree) {
                (Some(&a), Some(&b)) if a.0 > b.0 => {
                    leaf += 1;
                    a
                }
                (_, Some(&b)) => {
                    subtree += 1;
                    b
                }
                (Some(&a), None) => {
                    leaf += 1;
                    a
                }
                (None, None) => return Some(key(pair[0], pair[1])),
            };
            let parent = shape.parent(at);
            if parent == ROOT {
                pair[(at & 1) as usize] = number;
                continue;
            }
            let mut other = numbers[(at ^ 1) as usize];
            let key = if at & 1 == 0 {
                key(number, other)
            } else {
                // The left sibling comes right after the right one, if it changes too.
                if self.patch[..leaves]
                    .get(leaf)
                    .is_some_and(|next| next.0 == at - 1)
                {
                    other = self.patch[leaf].1;
                    leaf += 1;
                } else if self.patch.get(subtree).is_some_and(|next| next.0 == at - 1) {
                    other = self.patch[subtree].1;
                    subtree += 1;
                }
                key(other, number)
            };
            let number = match key {
                // The subtree of zeros is not stored.
                0 => 0,
                key => number_of(shape.depth_of(parent), key)?,
            };
            self.patch.push((parent, number));
        }
    }

    /// Puts the words that change into the patch, falling, each slot once; whether all fit
    /// into the shape.
    #[inline]
    fn take_changes(&mut self, changes: &[(u32, u32)], shape: &Shape) -> bool {
        let (writes, patch) = (&mut self.writes, &mut self.patch);
        writes.clear();
        patch.clear();
        for &(slot, word) in changes {
            if slot < shape.width() {
                writes.push((slot, word));
            } else if word != 0 {
                return false;
            }
        }
        if writes.len() <= FEW {
            for &(slot, word) in &*writes {
                let at = shape.leaf(slot);
                let place = patch.iter().rposition(|other| other.0 >= at);
                match place {
                    Some(place) if patch[place].0 == at => patch[place].1 = word,
                    Some(place) => patch.insert(place + 1, (at, word)),
                    None => patch.insert(0, (at, word)),
                }
            }
        } else {
            // Later writes first, so that of equal slots the last one stays.
            let leaves = writes.iter().rev();
            patch.extend(leaves.map(|&(slot, word)| (shape.leaf(slot), word)));
            patch.sort_by_key(|&(at, _)| Reverse(at));
            patch.dedup_by_key(|&mut (at, _)| at);
        }
        let numbers = &self.numbers;
        patch.retain(|&(at, word)| numbers[at as usize] != word);
        true
    }

    /// Moves to the state with this pair at its root.
    #[inline]
    pub(super) fn load(&mut self, root: u64, shape: &Shape, nodes: &[Table]) {
        if self.version != shape.version() {
            self.clear(shape);
        }
        self.writes.clear();
        let (left, right) = pair(root);
        self.place(2, left, shape, nodes);
        self.place(3, right, shape, nodes);
    }

    /// The words that the last load wrote.
    pub(super) fn loaded(&self) -> &[(u32, u32)] {
        &self.writes
    }

    /// Makes `number` the subtree at a position, going down only where it differs.
    fn place(&mut self, at: u32, number: u32, shape: &Shape, nodes: &[Table]) {
        if self.numbers[at as usize] == number {
            return;
        }
        self.numbers[at as usize] = number;
        match shape.below(at) {
            Below::Slot(slot) => {
                self.words[slot as usize] = number;
                self.writes.push((slot, number));
            }
            Below::Children(left) => {
                let node = match number {
                    0 => 0,
                    number => nodes[shape.depth_of(at)].get(number),
                };
                let pair = pair(node);
                self.place(left, pair.0, shape, nodes);
                self.place(left + 1, pair.1, shape, nodes);
            }
        }
    }

    /// Stays at the same state, in another shape.
    pub(super) fn reshape(&mut self, shape: &Shape, nodes: &mut [Table], writer: &mut Writer) {
        let words = std::mem::take(&mut self.words);
        self.clear(shape);
        let changes: Vec<(u32, u32)> = (0..).zip(words).collect();
        self.prepare(&changes, shape, interning(nodes, writer))
            .expect("a shape is at least as wide as the one before");
        self.advance();
    }

    /// Moves to the state of zeros, whose numbers are zero in any shape.
    #[cold]
    pub(super) fn clear(&mut self, shape: &Shape) {
        self.words = vec![0; shape.width() as usize];
        self.numbers = vec![0; shape.positions()];
        self.version = shape.version();
    }
}

/// Gives subtrees that have no number a new one, making room for them.
#[inline]
pub(super) fn interning<'a>(
    nodes: &'a mut [Table],
    writer: &'a mut Writer,
) -> impl FnMut(usize, u64) -> Option<u32> + 'a {
    |depth, key| {
        let block = &mut writer.nodes[depth];
        Some(nodes[depth].intern_growing(key, block).0)
    }
}

#[inline]
fn key(left: u32, right: u32) -> u64 {
    u64::from(right) << 32 | u64::from(left)
}

#[inline]
fn pair(key: u64) -> (u32, u32) {
    (key as u32, (key >> 32) as u32)
}
