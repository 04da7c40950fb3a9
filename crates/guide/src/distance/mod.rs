//! Guides by distance: how far the threads of a state are from a place in the program
//! (e-FCA and PFSM papers). Control flow is analysed once, before the search; a state then
//! costs a look at what the step has changed.

mod analysis;
mod guide;
mod heuristic;
mod name;
mod stacks;
mod tournament;

pub use analysis::{Analysis, Goal};
pub use guide::DistanceGuide;
pub use name::DistanceName;
