//! A path through a graph that a search has found.

use crate::automaton::State;
use crate::graph::NodeId;
use crate::subject::Subject;
use crate::tuples::JointStates;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbstractPath {
    pub steps: Vec<AbstractStep>,
    /// The step after which the property is violated whatever follows.
    pub trap: Option<usize>,
    /// The path leads to the final node. If not, it is a prefix that ends with the trap.
    pub is_complete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AbstractStep {
    /// The node of the whole graph.
    pub node: NodeId,
    /// What the property takes it for.
    pub symbol: Option<usize>,
    /// The state of the property behind it.
    pub property: State,
}

impl AbstractPath {
    /// The number of tuples up to the trap, or of all without one; the initial one counts.
    pub fn prefix_length(&self) -> usize {
        self.trap.map_or(self.steps.len(), |trap| trap + 1) + 1
    }

    /// The path that `choices` take from the initial tuple.
    pub(super) fn new(
        subject: &Subject,
        joints: &mut JointStates,
        choices: &[u32],
    ) -> AbstractPath {
        let mut at = joints.initial();
        let mut path = AbstractPath {
            steps: Vec::with_capacity(choices.len()),
            trap: None,
            is_complete: false,
        };
        for &choice in choices {
            let (_, next) = joints.next(at, choice).expect("a trail goes along edges");
            if joints.is_trapped(at.joint, next.joint) {
                path.trap = Some(path.steps.len());
            }
            path.is_complete = joints.space.is_last(next.node);
            let before = joints.property(at.joint);
            let property = joints.property(next.joint);
            at = next;
            let symbols = subject.seen[at.node as usize].iter().flatten();
            let mut symbols = symbols.copied();
            path.steps.push(AbstractStep {
                node: subject.nodes[at.node as usize],
                symbol: symbols.find(|&symbol| subject.rule.next(before, symbol) == property),
                property,
            });
        }
        path
    }
}
