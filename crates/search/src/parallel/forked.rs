//! What a graph offers to threads that explore it together.

use crate::graph::{Finding, Graph};

/// A graph that several threads can explore together, the others each through a view of its own.
pub trait Forked: Graph {
    type View: Graph + Send;

    /// A view of this graph: the words of states mean the same in both.
    fn fork(&mut self) -> Self::View;

    /// Takes over what a view has learnt. Gives its own number to a finding of the view.
    fn join(&mut self, view: Self::View, finding: Option<Finding>) -> Option<Finding>;
}
