//! What every real execution obeys, as automata over the nodes of a graph: each excludes
//! paths that no execution takes. It does not know the property.

mod automaton;
mod context;
mod lock;
mod name;
mod powerset;
mod task;
mod variable;

pub use automaton::{NodeAutomaton, REJECTED};
pub use context::context_automaton;
pub use lock::lock_automaton;
pub use name::{Constraint, UnknownName};
pub use task::TaskAutomaton;
pub use variable::{tested, variable_automaton};
