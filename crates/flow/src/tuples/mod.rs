//! Node tuples: a node of the graph and a state of every automaton, packed into a few
//! words, and the tuples that follow a tuple. It does not know how they are searched.

mod graph;
mod layout;
mod space;

pub use graph::{Goal, TupleGraph};
pub use layout::Slot;
pub use space::{MOST_WORDS, Move, Space};
