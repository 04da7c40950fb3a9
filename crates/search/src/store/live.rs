//! One state spread out: its words and the numbers of all its subtrees, so that a change
//! of a few words costs a few paths. It does not know which states are stored.

use super::index::{key, pair};
use super::nodes::Nodes;
use super::roots::LEVELS;

/// A state as flat words and as a tree over them.
///
/// The tree is laid out as a heap of `2 * 2^height` numbers: position 1 is the top, `2p`
/// and `2p + 1` are the children of `p`, and the words are the last half. A state of a
/// level below the height is the leftmost subtree of that level; right of it is all zero.
pub struct Live {
    tree: Vec<u32>,
    height: u32,
    level: u32,
    /// The position and number of everything the prepared step changes.
    patch: Vec<(u32, u32)>,
    patch_level: u32,
}

/// Stands on the leftmost positions from the state's own level upward, which have no
/// number: a root is stored as a state and not as a subtree.
const NO_NUMBER: u32 = u32::MAX;

impl Default for Live {
    fn default() -> Live {
        Live::new()
    }
}

impl Live {
    /// The state of zeros.
    pub fn new() -> Live {
        Live {
            tree: vec![0, NO_NUMBER, 0, 0],
            height: 1,
            level: 1,
            patch: Vec::new(),
            patch_level: 1,
        }
    }

    /// The words of the state; how many depends on the state alone.
    #[inline]
    pub fn words(&self) -> &[u32] {
        &self.tree[1 << self.height..][..1 << self.level]
    }

    /// Moves to the state that was last prepared.
    #[inline]
    pub fn advance(&mut self) {
        for &(at, number) in &self.patch {
            self.tree[at as usize] = number;
        }
        self.set_level(self.patch_level);
    }

    /// The level and pair of the root of the state that `changes` lead to. New subtrees
    /// are added to `nodes`.
    pub(super) fn prepare(&mut self, changes: &[(u32, u32)], nodes: &mut Vec<Nodes>) -> (u32, u64) {
        let widest = self.take_changes(changes);
        let level = self.level.max(widest);
        while nodes.len() < level as usize {
            nodes.push(Nodes::new());
        }

        let mut below = 0;
        for at_level in 1..level {
            let end = self.patch.len();
            let table = &mut nodes[at_level as usize];
            let spine = 1u32 << (self.height - at_level);
            if at_level == self.level
                && self.patch[below..end]
                    .first()
                    .is_none_or(|&(at, _)| at >> 1 != spine)
            {
                // The state grows: what was its root becomes a subtree.
                let number = table.intern(self.children(spine));
                self.patch.push((spine, number));
            }
            while below < end {
                let (at, number) = self.patch[below];
                below += 1;
                let sibling = at ^ 1;
                let pair = if at & 1 == 1 {
                    key(self.tree[sibling as usize], number)
                } else if below < end && self.patch[below].0 == sibling {
                    below += 1;
                    key(number, self.patch[below - 1].1)
                } else {
                    key(number, self.tree[sibling as usize])
                };
                let number = table.intern(pair);
                self.patch.push((at >> 1, number));
            }
        }

        let (level, root) = self.trim(level);
        self.patch_level = level;
        (level, root)
    }

    /// Puts the words that change at the head of the patch, in order, each slot once; the
    /// level that covers those that become nonzero.
    fn take_changes(&mut self, changes: &[(u32, u32)]) -> u32 {
        let mut in_order = true;
        let mut next = 0;
        for &(slot, word) in changes {
            if slot >> self.height != 0 && word != 0 {
                self.heighten(level_of(slot));
            }
            in_order &= u64::from(slot) >= next;
            next = u64::from(slot) + 1;
        }

        let first = 1u32 << self.height;
        let (tree, patch) = (&self.tree, &mut self.patch);
        patch.clear();
        // Beyond the height all is zero and stays so.
        let written = changes.iter().filter(|&&(slot, _)| slot < first);
        if in_order {
            for &(slot, word) in written {
                let at = first + slot;
                if tree[at as usize] != word {
                    patch.push((at, word));
                }
            }
        } else {
            // Later writes first, so that of equal slots the last one stays.
            patch.extend(written.rev().map(|&(slot, word)| (first + slot, word)));
            patch.sort_by_key(|&(at, _)| at);
            patch.dedup_by_key(|&mut (at, _)| at);
            patch.retain(|&(at, word)| tree[at as usize] != word);
        }
        let widest = patch.iter().rev().find(|&&(_, word)| word != 0);
        widest.map_or(1, |&(at, _)| level_of(at - first))
    }

    /// The root of the prepared state on the smallest level that covers it, given one that
    /// does.
    #[inline]
    fn trim(&self, mut level: u32) -> (u32, u64) {
        loop {
            let root = self.prepared_children(1 << (self.height - level));
            let (_, right) = pair(root);
            if right != 0 || level == 1 {
                return (level, root);
            }
            level -= 1;
        }
    }

    fn prepared_children(&self, at: u32) -> u64 {
        let (mut left, mut right) = pair(self.children(at));
        for &(position, number) in self.patch.iter().rev() {
            if position == 2 * at {
                left = number;
            } else if position == 2 * at + 1 {
                right = number;
            }
        }
        key(left, right)
    }

    #[inline]
    fn children(&self, at: u32) -> u64 {
        let at = 2 * at as usize;
        key(self.tree[at], self.tree[at + 1])
    }

    /// Moves to the state with this root.
    pub(super) fn load(&mut self, level: u32, root: u64, nodes: &[Nodes]) {
        if level > self.height {
            self.heighten(level);
        }
        for above in level..self.level {
            let spine = 1 << (self.height - above);
            self.place(spine + 1, above, 0, nodes);
        }
        self.set_level(level);
        let (left, right) = pair(root);
        let at = 2usize << (self.height - level);
        self.place(at, level - 1, left, nodes);
        self.place(at + 1, level - 1, right, nodes);
    }

    /// Makes `number` the subtree at a position, going down only where it differs.
    fn place(&mut self, at: usize, level: u32, number: u32, nodes: &[Nodes]) {
        if self.tree[at] == number {
            return;
        }
        self.tree[at] = number;
        if level > 0 {
            let (left, right) = pair(nodes[level as usize].get(number));
            self.place(2 * at, level - 1, left, nodes);
            self.place(2 * at + 1, level - 1, right, nodes);
        }
    }

    #[inline]
    fn set_level(&mut self, level: u32) {
        for above in level..self.level {
            self.tree[1 << (self.height - above)] = NO_NUMBER;
        }
        self.level = level;
    }

    /// Makes room for states of a higher level.
    #[cold]
    fn heighten(&mut self, height: u32) {
        assert!(
            (height as usize) < LEVELS - 1,
            "a state has fewer than 2^30 slots"
        );
        let mut tree = vec![0; 2 << height];
        for level in 0..=height {
            let to = 1 << (height - level);
            if level <= self.height {
                let from = 1 << (self.height - level);
                tree[to..to + from].copy_from_slice(&self.tree[from..2 * from]);
            } else {
                tree[to] = NO_NUMBER;
            }
        }
        self.tree = tree;
        self.height = height;
    }
}

/// The smallest level whose trees have this slot.
#[inline]
fn level_of(slot: u32) -> u32 {
    (u32::BITS - slot.leading_zeros()).max(1)
}
