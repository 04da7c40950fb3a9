//! The exact store of visited states, tree compressed.
//!
//! A binary tree stands over the slots of a state (`shape`); equal subtrees are kept
//! once, as pairs of numbers (`table`), and a state is the pair at the root. It does not
//! know what a word means, nor who asks.

mod chunked;
mod index;
mod live;
mod pages;
mod reshape;
mod shape;
mod table;

use std::num::NonZeroU32;

pub(crate) use chunked::Chunked;
pub use live::Live;
use live::interning;
use shape::Shape;
use table::Table;

/// A stored state. States are numbered from 1 in the order in which they were stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(NonZeroU32);

impl StateId {
    #[inline]
    pub fn number(self) -> usize {
        self.0.get() as usize
    }

    #[inline]
    pub(crate) fn from_number(number: u32) -> StateId {
        StateId(NonZeroU32::new(number).expect("number 0 is no state"))
    }

    /// The state that was stored first.
    pub(crate) fn first() -> StateId {
        StateId(NonZeroU32::MIN)
    }

    /// How much later than `other` it was stored; `None` if it was not.
    #[inline]
    pub(crate) fn distance_from(self, other: StateId) -> Option<u32> {
        self.0.get().checked_sub(other.0.get())
    }

    /// The state stored so much earlier.
    #[inline]
    pub(crate) fn before(self, distance: u32) -> StateId {
        StateId::from_number(self.0.get() - distance)
    }
}

/// All states seen so far, and the subtrees they are made of.
///
/// All states have the same shape of tree. The subtree of zeros is number 0 everywhere and
/// is not stored, so slots that no state uses cost nothing. Now and then, and when a state
/// comes that is longer than the tree is wide, the store takes a better shape and encodes
/// everything again; the numbers of the states stay.
pub struct Store {
    shape: Shape,
    /// Subtrees, by the depth of their root in the whole tree.
    nodes: Vec<Table>,
    states: Table,
    /// The number of states at which to look for a better shape.
    next_reshape: u64,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    pub fn new() -> Store {
        let shape = Shape::balanced(2);
        Store {
            nodes: Table::for_depths(shape.depth()),
            shape,
            states: Table::new(),
            next_reshape: reshape::FIRST,
        }
    }

    /// The number of states.
    pub fn len(&self) -> u64 {
        self.states.len() as u64
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes of everything in the store.
    pub fn bytes(&self) -> usize {
        self.states.bytes() + self.nodes.iter().map(Table::bytes).sum::<usize>()
    }

    /// Whether the numbers of nodes or states come near their end.
    pub fn is_full(&self) -> bool {
        self.states.is_full() || self.nodes.iter().any(Table::is_full)
    }

    /// All states, in the order of their numbers.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (1..=self.states.len() as u32).map(StateId::from_number)
    }

    /// Stores the state that `live` becomes by `changes`; whether it is new. `live` stays
    /// where it is; [`Live::advance`] moves it there.
    #[inline]
    pub fn insert(&mut self, live: &mut Live, changes: &[(u32, u32)]) -> (StateId, bool) {
        if self.len() >= self.next_reshape {
            self.improve_shape();
        }
        let key = match live.prepare(changes, &self.shape, interning(&mut self.nodes)) {
            Some(key) => key,
            None => self.prepare_anew(live, changes),
        };
        let (number, is_new) = self.states.intern(key);
        (StateId::from_number(number), is_new)
    }

    /// The state that `live` becomes by `changes`, if it is stored and `live` stands in the current
    /// shape. Afterwards [`Live::advance`] does not move it there.
    pub fn find(&self, live: &mut Live, changes: &[(u32, u32)]) -> Option<StateId> {
        let key = live.prepare(changes, &self.shape, |depth, key| {
            self.nodes[depth].find(key)
        })?;
        self.states.find(key).map(StateId::from_number)
    }

    /// Moves `live` to a stored state, at the cost of the subtrees that differ.
    #[inline]
    pub fn load(&self, live: &mut Live, state: StateId) {
        live.load(self.states.get(state.0.get()), &self.shape, &self.nodes);
    }

    /// Prepares a step when `live` stands in an older shape, or the state it leads to is
    /// longer than the shape is wide.
    #[cold]
    fn prepare_anew(&mut self, live: &mut Live, changes: &[(u32, u32)]) -> u64 {
        let longest = changes.iter().filter(|&&(_, word)| word != 0);
        let width = longest.map(|&(slot, _)| slot + 1).max().unwrap_or(0);
        if width > self.shape.width() {
            self.widen(width);
        }
        live.reshape(&self.shape, &mut self.nodes);
        live.prepare(changes, &self.shape, interning(&mut self.nodes))
            .expect("the shape is wide enough now")
    }
}
