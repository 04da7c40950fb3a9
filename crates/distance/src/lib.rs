//! How far a thread is from a place in its program: lower bounds on the steps to a target,
//! read off the control flow alone. Knows no data, no schedules and no search; the
//! heuristics are those of the e-FCA and PFSM papers, without their cubic matrices.

#![forbid(unsafe_code)]

mod build;
mod cost;
mod efca;
mod efsm;
mod flow;
mod fsm;
mod locks;
mod pfsm;
mod queue;
mod summaries;
mod targets;

pub use build::flow_of;
pub use cost::{Cost, FAR, Measure, Unit};
pub use efca::{Estimate, StackFrame, unroll};
pub use efsm::{Bounded, BoundedEstimate, TooLarge};
pub use flow::{Call, CallKind, Flow, FlowBuilder, NodeId, Target};
pub use fsm::fsm;
pub use locks::LockBalance;
pub use pfsm::Polymorphic;
pub use summaries::{Summaries, ends, to_targets};
pub use targets::{Place, PlaceError, Targets};
