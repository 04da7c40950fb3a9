//! The trace flow graph: what every task may do, in which order, and what may directly
//! follow what in another task. It does not know how it was made from a program, nor the
//! automata that are run along its paths.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::action::Action;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TaskId(pub u32);

/// A thread as the text of the program shows it: a place that starts it, inlined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The entry function, numbered from 1 where it is started more than once:
    /// `main`, `worker#1`, `worker#2`.
    pub name: String,
    /// How many threads it may stand for. More than one where a loop has no known bound:
    /// then its nodes may follow one another in any order, and it has no task automaton.
    pub many: bool,
    /// The program may end before the task does (no task joins it, or one calls `exit`):
    /// its execution may stop after any of its nodes.
    pub cut: bool,
}

/// The execution of an action by one task, or by two of them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Two for a communication node: the start or the join of a task; none for the initial
    /// and the final node of the graph.
    pub tasks: SmallVec<[TaskId; 2]>,
    /// What is done. Several where one step is seen under several names (the call of
    /// `pthread_mutex_lock` is a call and a lock); empty where a node only keeps the flow.
    pub actions: Vec<Action>,
    /// `file:line` of the action.
    pub place: Option<String>,
    /// The next nodes of the same task (of each of its tasks).
    pub next: Vec<NodeId>,
}

/// The trace flow graph of a program.
///
/// A path begins at `initial`, ends at `final_node`, and goes from a node to one of its
/// `next` nodes or to a node of another task that it may immediately precede. Every
/// execution's sequence of actions is the sequence of actions along some path.
#[derive(Clone, Debug)]
pub struct TraceFlowGraph {
    pub tasks: Vec<Task>,
    pub nodes: Vec<Node>,
    pub initial: NodeId,
    pub final_node: NodeId,
    /// For each node, in order, the nodes of other tasks that may come directly after it. Nodes with the same
    /// followers share one list.
    pub precedes: Vec<Arc<[NodeId]>>,
    /// A panic may end a thread other than the first.
    pub has_thread_panics: bool,
}
