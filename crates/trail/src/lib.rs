//! Trails: the choices that lead to an error, saved, walked again, and told to people as
//! steps with places, values, and who waits for whom. Knows nothing of how a trail was
//! found, nor of how it is printed.

mod debug_types;
mod describe;
mod ending;
mod file;
mod fingerprint;
mod places;
mod report;
mod resolve;
mod setup;
mod sources;
mod straighten;
mod types;
mod verify;
mod waits;
mod walk;

pub use debug_types::{GlobalNames, GlobalTypes, Pointers};
pub use file::{ExpectedError, ReadTrailError, Trail};
pub use fingerprint::fingerprint;
pub use places::{StackFrame, shown_path};
pub use report::{
    Block, ErrorReport, EventReport, Holding, Place, RaceSide, Report, Step, ThreadReport,
};
pub use resolve::{PlaceFinder, Resolver, nearest};
pub use setup::{
    AutomatonError, AutomatonSetup, GoalSetup, Granularity, MachineSetup, ProgramSetup,
    PropertySetup, Races,
};
pub use straighten::straighten;
pub use verify::{Continuation, Problem, ReplayError, reach, reach_in, reach_violation};
pub use walk::replay;
