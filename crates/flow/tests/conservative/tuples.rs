//! What the constraints allow along an execution: node tuples, as the searches go through
//! them, followed node by node. It does not know what the execution did.

use trailhound_flow::automaton::State;
use trailhound_flow::constraint::{Constraint, NodeAutomaton};
use trailhound_flow::graph::{NodeId, TraceFlowGraph};
use trailhound_flow::property::Property;
use trailhound_flow::subject::Subject;
use trailhound_flow::tuples::Space;

pub type Tuple = Box<[u32]>;

pub struct Tuples {
    space: Space,
    /// By node of the graph: its number among those that are kept.
    numbers: Vec<Option<u32>>,
}

/// The tuples that may follow a tuple.
pub struct Ahead<'t> {
    tuples: &'t Tuples,
    at: &'t Tuple,
    /// Numbers of nodes, each with the state of the property and the tuple.
    next: Vec<(u32, State, Tuple)>,
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
        let subjects = [all, some].map(|subject| subject.expect("a small program"));
        subjects.map(|subject| Tuples::new(graph, &subject)).into()
    }

    fn new(graph: &TraceFlowGraph, subject: &Subject) -> Tuples {
        let mut numbers = vec![None; graph.nodes.len()];
        for (number, node) in (0..).zip(&subject.nodes) {
            numbers[node.0 as usize] = Some(number);
        }
        let space = Space::new(subject).expect("a small program");
        Tuples { space, numbers }
    }

    pub fn start(&self) -> Tuple {
        self.space.initial().into()
    }

    pub fn property_of(&self, tuple: &Tuple) -> State {
        self.space.property_of(tuple)
    }

    pub fn ahead<'t>(&'t self, at: &'t Tuple) -> Ahead<'t> {
        let mut next = Vec::new();
        let (mut from, mut target) = (0, at.to_vec());
        while let Some((choice, step)) = self.space.next(at, from, &mut target) {
            from = choice + 1;
            next.push((step.node, step.property, target.clone().into()));
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
            return is_unseen.then(|| self.at.clone());
        };
        let mut next = self.next.iter();
        let found = next.find(|next| (next.0, next.1) == (number, property))?;
        Some(found.2.clone())
    }

    /// Whether an execution may end here.
    pub fn ends(&self) -> bool {
        let space = &self.tuples.space;
        let mut next = self.next.iter();
        next.any(|(node, _, tuple)| space.is_last(*node) && space.is_accepted(tuple))
    }
}
