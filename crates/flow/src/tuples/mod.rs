//! Node tuples: a node of the graph and a state of every automaton, and the tuples that follow
//! a tuple. It does not know how they are searched.

mod graph;
mod interned;
mod joint;
mod layout;
mod places;
mod rule;
mod space;
mod tuple_set;

pub use graph::{Goal, TupleGraph};
pub use joint::{JointStates, Tuple};
pub use space::Space;
pub use tuple_set::TupleSet;
