//! What the constraints allow along an execution: node tuples, as the searches go through
//! them, followed node by node. It does not know what the execution did.

use std::cell::RefCell;

use trailhound_flow::automaton::State;
use trailhound_flow::constraint::{Constraint, NodeAutomaton};
use trailhound_flow::graph::{NodeId, TraceFlowGraph};
use trailhound_flow::property::Property;
use trailhound_flow::subject::{Subject, SubjectError};
use trailhound_flow::tuples::JointStates;
pub use trailhound_flow::tuples::Tuple;

pub struct Tuples {
    joints: RefCell<JointStates>,
    /// By node of the graph: its number among those that are kept.
    numbers: Vec<Option<u32>>,
}

/// The tuples that may follow a tuple.
pub struct Ahead<'t> {
    tuples: &'t Tuples,
    at: Tuple,
    next: Vec<Tuple>,
}

/// Sees every node and forbids none, so that no node is taken out.
fn onlooker(graph: &TraceFlowGraph) -> NodeAutomaton {
    NodeAutomaton {
        start: 0,
        accepting: vec![true],
        effects: vec![Some(0); graph.nodes.len()],
        rows: vec![vec![0]],
    }
}

impl Tuples {
    /// The tuples over all nodes, and those over the nodes that some automaton sees.
    pub fn of(
        graph: &TraceFlowGraph,
        property: &Property,
        constraints: &[Constraint],
    ) -> Vec<Tuples> {
        let some = Subject::new(graph, property, constraints);
        let all = Subject::with(graph, property, constraints, &[onlooker(graph)]);
        let subjects = [all, some].into_iter().filter_map(|subject| match subject {
            // A rule that is refused.
            Err(SubjectError::Doubled(_)) => None,
            subject => Some(subject.expect("a small program")),
        });
        subjects
            .map(|subject| Tuples::new(graph, &subject))
            .collect()
    }

    fn new(graph: &TraceFlowGraph, subject: &Subject) -> Tuples {
        let mut numbers = vec![None; graph.nodes.len()];
        for (number, node) in (0..).zip(&subject.nodes) {
            numbers[node.0 as usize] = Some(number);
        }
        let joints = RefCell::new(JointStates::new(subject));
        Tuples { joints, numbers }
    }

    pub fn start(&self) -> Tuple {
        self.joints.borrow_mut().initial()
    }

    pub fn property_of(&self, tuple: Tuple) -> State {
        self.joints.borrow().property(tuple.joint)
    }

    pub fn ahead(&self, at: Tuple) -> Ahead<'_> {
        let mut joints = self.joints.borrow_mut();
        let mut next = Vec::new();
        let mut from = 0;
        while let Some((choice, tuple)) = joints.next(at, from) {
            from = choice + 1;
            next.push(tuple);
        }
        Ahead {
            tuples: self,
            at,
            next,
        }
    }
}

impl Ahead<'_> {
    /// The tuple after a node, if the constraints allow it and the property may be in this
    /// state then. Nodes that were taken out change nothing.
    pub fn after(&self, node: NodeId, property: State) -> Option<Tuple> {
        let Some(number) = self.tuples.numbers[node.0 as usize] else {
            let is_unseen = self.tuples.property_of(self.at) == property;
            return is_unseen.then_some(self.at);
        };
        let is_after =
            |next: &Tuple| (next.node, self.tuples.property_of(*next)) == (number, property);
        self.next.iter().copied().find(is_after)
    }

    /// Whether an execution may end here.
    pub fn ends(&self) -> bool {
        let joints = self.tuples.joints.borrow();
        let mut next = self.next.iter();
        next.any(|next| joints.space.is_last(next.node) && joints.is_accepted(next.joint))
    }
}
