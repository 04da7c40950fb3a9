//! What a graph offers to threads that explore it together.

use crate::graph::{Finding, Graph};

/// A graph that several threads can explore together, each through a view of its own.
pub trait Forked: Graph + Send + Sized {
    /// Another view of the same graph: the words of states mean the same in both.
    fn fork(&mut self) -> Self;

    /// Takes over what another view has learnt. Gives its own number to a finding of the other.
    fn join(&mut self, other: Self, finding: Option<Finding>) -> Option<Finding>;
}
