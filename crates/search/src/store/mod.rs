//! The exact store of visited states, tree compressed.
//!
//! A balanced binary tree stands over the slots of a state; equal subtrees are kept
//! once, as pairs of numbers ([`nodes`]), and a state is the pair at the root ([`roots`]).
//! It does not know what a word means, nor who asks.

mod chunked;
mod index;
mod live;
mod nodes;
mod roots;

pub(crate) use chunked::Chunked;
pub use live::Live;
pub use roots::StateId;

use nodes::Nodes;
use roots::Roots;

/// All subtrees and all states seen so far.
///
/// Trees of level `n` cover `2^n` slots, and each level has its own table: numbers of
/// different levels are never compared. The subtree of zeros is number 0 on every level
/// and is not stored. A state is kept on the smallest level that covers its nonzero
/// words, so it is the same state when the number of slots doubles later.
pub struct Store {
    nodes: Vec<Nodes>,
    roots: Roots,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    pub fn new() -> Store {
        Store {
            nodes: Vec::new(),
            roots: Roots::new(),
        }
    }

    /// The number of states.
    pub fn len(&self) -> u64 {
        self.roots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of everything in the store.
    pub fn bytes(&self) -> usize {
        self.roots.bytes() + self.nodes.iter().map(Nodes::bytes).sum::<usize>()
    }

    /// Whether the numbers of nodes or states come near their end.
    pub fn is_full(&self) -> bool {
        self.roots.is_full() || self.nodes.iter().any(Nodes::is_full)
    }

    /// Stores the state that `live` becomes by `changes`; whether it is new. `live` stays
    /// where it is; [`Live::advance`] moves it there.
    pub fn insert(&mut self, live: &mut Live, changes: &[(u32, u32)]) -> (StateId, bool) {
        let (level, key) = live.prepare(changes, &mut self.nodes);
        self.roots.insert(level, key)
    }

    /// All states, in the order of their numbers.
    pub fn states(&self) -> impl Iterator<Item = StateId> + '_ {
        self.roots.states()
    }

    /// Moves `live` to a stored state, at the cost of the subtrees that differ.
    pub fn load(&self, live: &mut Live, state: StateId) {
        let (level, key) = self.roots.get(state);
        live.load(level, key, &self.nodes);
    }
}
