//! e-FCA: the summaries of FCA, with the run-time stack unrolled. From each frame the
//! thread either meets a target ahead, or returns (or raises) to the frame below and
//! tries there; the nearest wins.

use crate::cost::{Cost, FAR, sum};
use crate::flow::NodeId;
use crate::summaries::Summaries;

/// How far a stack is from a target, as the frames above it need to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// From where the topmost frame stands.
    pub here: Cost,
    /// When the frame above returns, and when an exception leaves it.
    pub returned: Cost,
    pub raised: Cost,
}

impl Estimate {
    /// Below the first frame of a thread: what still runs when it is left.
    pub fn below(ending: Cost) -> Estimate {
        Estimate {
            here: FAR,
            returned: ending,
            raised: FAR,
        }
    }
}

/// One frame of a run-time stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// Where it stands: at its call if there is a frame above.
    pub node: NodeId,
    /// What returning from the frame above leads to, and what that step costs.
    pub back: Option<(NodeId, Cost)>,
    /// Where an exception of the frame above is caught.
    pub pad: Option<NodeId>,
    /// It may also pass this frame by.
    pub escapes: bool,
}

impl Summaries {
    /// Puts one more frame on a stack whose estimate is known.
    pub fn push(&self, below: Estimate, frame: &StackFrame) -> Estimate {
        let from = |node: NodeId| {
            let node = node as usize;
            self.target[node]
                .min(sum([self.end[node], below.returned]))
                .min(sum([self.raise[node], below.raised]))
        };
        Estimate {
            here: from(frame.node),
            returned: frame
                .back
                .map_or(FAR, |(node, leave)| sum([leave, from(node)])),
            raised: frame
                .pad
                .map_or(FAR, from)
                .min(if frame.escapes { below.raised } else { FAR }),
        }
    }
}

/// The estimate of a whole stack, lowest frame first.
pub fn unroll(summaries: &Summaries, stack: &[StackFrame]) -> Cost {
    stack
        .iter()
        .fold(Estimate::below(FAR), |below, frame| {
            summaries.push(below, frame)
        })
        .here
}
