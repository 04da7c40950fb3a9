//! One heuristic over stacks of frames, whichever it is.

use trailhound_distance::{
    Bounded, BoundedEstimate, Cost, Estimate, FAR, Flow, NodeId, Polymorphic, StackFrame,
    Summaries, Target, TooLarge, fsm,
};
use trailhound_program::FunctionId;

use super::name::DistanceName;

pub(super) enum Heuristic<'f> {
    /// By node alone: FSM, and FCA without the stack.
    Flat(Vec<Cost>),
    Bounded(Box<Bounded<'f>>),
    Summed(Summaries),
    Polymorphic(Box<Polymorphic<'f>>),
}

/// What a heuristic knows of a stack.
#[derive(Clone, Debug)]
pub(super) enum Known {
    Flat {
        here: Cost,
        behind: Cost,
    },
    Bounded(BoundedEstimate),
    /// With what FSM says of the topmost node, and of the one behind its call.
    Summed(Estimate, Cost, Cost),
}

impl<'f> Heuristic<'f> {
    pub fn new(
        name: DistanceName,
        flow: &'f Flow,
        targets: &[Target],
    ) -> Result<Heuristic<'f>, TooLarge> {
        Ok(match name {
            DistanceName::Fsm => Heuristic::Flat(fsm(flow, targets)),
            DistanceName::Fca => Heuristic::Flat(Summaries::new(flow, targets).without_stack(flow)),
            DistanceName::Efsm { k } => {
                Heuristic::Bounded(Box::new(Bounded::new(flow, k, targets)?))
            }
            DistanceName::Efca => Heuristic::Summed(Summaries::new(flow, targets)),
            DistanceName::Pfsm => Heuristic::Polymorphic(Box::new(Polymorphic::new(flow, targets))),
        })
    }

    /// The search has come to these functions. True: what is known of stacks has changed.
    pub fn meet(&mut self, functions: impl IntoIterator<Item = FunctionId>) -> bool {
        match self {
            Heuristic::Polymorphic(polymorphic) => polymorphic.meet(functions),
            _ => false,
        }
    }

    /// Whether it learns from functions that the search meets.
    pub fn learns(&self) -> bool {
        matches!(self, Heuristic::Polymorphic(_))
    }

    /// Below the first frame, when what runs at the end of a thread is so far away.
    pub fn ground(&self, ending: Cost) -> Known {
        match self {
            Heuristic::Flat(_) => Known::Flat {
                here: FAR,
                behind: FAR,
            },
            Heuristic::Bounded(_) => Known::Bounded(BoundedEstimate::below(ending)),
            Heuristic::Summed(_) | Heuristic::Polymorphic(_) => {
                Known::Summed(Estimate::below(ending), 0, 0)
            }
        }
    }

    /// From the start of a function that runs at the end of a thread.
    pub fn starting_at(&self, entry: NodeId) -> Cost {
        match self {
            Heuristic::Flat(costs) => costs[entry as usize],
            Heuristic::Summed(summaries) => summaries.target[entry as usize],
            // A bound that holds for all.
            Heuristic::Bounded(bounded) => bounded.floor(entry),
            Heuristic::Polymorphic(polymorphic) => polymorphic.floor(entry),
        }
    }

    pub fn push(&mut self, below: &Known, frame: &StackFrame) -> Known {
        let behind = frame.back.map(|(node, _)| node as usize);
        match (self, below) {
            (Heuristic::Flat(costs), _) => Known::Flat {
                here: costs[frame.node as usize],
                behind: behind.map_or(FAR, |node| costs[node]),
            },
            (Heuristic::Bounded(bounded), Known::Bounded(below)) => {
                Known::Bounded(bounded.push(below, frame))
            }
            (Heuristic::Summed(summaries), Known::Summed(below, ..)) => {
                Known::Summed(summaries.push(*below, frame), 0, 0)
            }
            (Heuristic::Polymorphic(polymorphic), Known::Summed(below, ..)) => Known::Summed(
                polymorphic.push(*below, frame),
                polymorphic.floor(frame.node),
                behind.map_or(FAR, |node| polymorphic.floor(node as NodeId)),
            ),
            _ => unreachable!("a heuristic gets back what it gave"),
        }
    }
}

impl Known {
    /// From the operation at which the topmost frame stands.
    pub fn here(&self) -> Cost {
        match self {
            Known::Flat { here, .. } => *here,
            Known::Bounded(bounded) => bounded.estimate.here,
            Known::Summed(estimate, floor, _) => estimate.here.max(*floor),
        }
    }

    /// From behind the call at which it stands.
    pub fn behind(&self) -> Cost {
        match self {
            Known::Flat { behind, .. } => *behind,
            Known::Bounded(bounded) => bounded.estimate.returned,
            Known::Summed(estimate, _, floor) => estimate.returned.max(*floor),
        }
    }

    /// As it is for a frame above that comes back in this way.
    pub fn returned_by(&self, again: bool, leave: Cost) -> Known {
        let change = |estimate: &Estimate| Estimate {
            returned: match again {
                true => estimate.here,
                false => estimate.returned.saturating_add(leave),
            },
            ..*estimate
        };
        match self {
            Known::Flat { .. } => self.clone(),
            Known::Bounded(bounded) => Known::Bounded(bounded.with(change(&bounded.estimate))),
            Known::Summed(estimate, ..) => Known::Summed(change(estimate), 0, 0),
        }
    }
}
