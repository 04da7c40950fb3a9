//! The exact store of visited states, tree compressed.
//!
//! A binary tree stands over the slots of a state (`shape`); equal subtrees are kept
//! once, as pairs of numbers (`table`), and a state is the pair at the root. It does not
//! know what a word means, nor who asks.

mod cells;
mod chunked;
mod index;
mod live;
mod pages;
mod reshape;
mod shape;
mod state;
mod table;
mod tree;
mod writer;

pub(crate) use cells::Cells;
pub(crate) use chunked::Chunked;
pub use live::Live;
use live::interning;
pub use state::StateId;
use trailhound_checkpoint::{Damage, Reader, Writer as Output};
pub(crate) use tree::Tree;
pub(crate) use writer::Writer;

/// All states seen so far, and the subtrees they are made of, for one thread.
///
/// All states have the same shape of tree. The subtree of zeros is number 0 everywhere and
/// is not stored, so slots that no state uses cost nothing. Now and then, and when a state
/// comes that is longer than the tree is wide, the store takes a better shape and encodes
/// everything again; the numbers of the states stay.
pub struct Store {
    tree: Tree,
    writer: Writer,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    pub fn new() -> Store {
        Store::of(Tree::new())
    }

    /// The states of a tree whose writers have all given back what they did not use.
    pub(crate) fn of(tree: Tree) -> Store {
        let writer = tree.writer();
        Store { tree, writer }
    }

    pub(crate) fn save(&mut self, out: &mut Output<'_>) {
        self.tree.give_back(&mut self.writer);
        self.tree.save(out);
    }

    pub(crate) fn restored(input: &mut Reader<'_>) -> Result<Store, Damage> {
        Ok(Store::of(Tree::restored(input)?))
    }

    /// The number of states.
    pub fn len(&self) -> u64 {
        self.tree.len() - self.writer.states.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of everything in the store.
    pub fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// Whether the numbers of nodes or states come near their end.
    pub fn is_full(&self) -> bool {
        self.tree.is_full()
    }

    /// All states, in the order of their numbers.
    pub fn states(&mut self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        self.tree.give_back(&mut self.writer);
        self.tree.states.used().map(StateId::from_number)
    }

    /// Stores the state that `live` becomes by `changes`; whether it is new. `live` stays
    /// where it is; [`Live::advance`] moves it there.
    #[inline]
    pub fn insert(&mut self, live: &mut Live, changes: &[(u32, u32)]) -> (StateId, bool) {
        let Store { tree, writer } = self;
        let stored = u64::from(tree.states.claimed()) - writer.states.len();
        let prepared = match stored < tree.next_reshape {
            true => live.prepare(changes, &tree.shape, interning(&mut tree.nodes, writer)),
            false => None,
        };
        let key = match prepared {
            Some(key) => key,
            None => self.prepare_anew(live, changes),
        };
        let Store { tree, writer } = self;
        let (number, is_new) = tree.states.intern_growing(key, &mut writer.states);
        (StateId::from_number(number), is_new)
    }

    /// The state that `live` becomes by `changes`, if it is stored and `live` stands in the current
    /// shape. Afterwards [`Live::advance`] does not move it there.
    pub fn find(&self, live: &mut Live, changes: &[(u32, u32)]) -> Option<StateId> {
        let tree = &self.tree;
        let key = live.prepare(changes, &tree.shape, |depth, key| {
            tree.nodes[depth].find(key)
        })?;
        tree.states.find(key).map(StateId::from_number)
    }

    /// Moves `live` to a stored state, at the cost of the subtrees that differ.
    #[inline]
    pub fn load(&self, live: &mut Live, state: StateId) {
        self.tree.load(live, state);
    }

    /// Prepares a step when `live` stands in an older shape, the state it leads to is
    /// longer than the shape is wide, or it is time for a better shape.
    #[cold]
    fn prepare_anew(&mut self, live: &mut Live, changes: &[(u32, u32)]) -> u64 {
        let Store { tree, writer } = self;
        tree.give_back(writer);
        tree.make_room(changes);
        tree.fit(writer);
        live.reshape(&tree.shape, &mut tree.nodes, writer);
        live.prepare(changes, &tree.shape, interning(&mut tree.nodes, writer))
            .expect("the shape is wide enough now")
    }
}
