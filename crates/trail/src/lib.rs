//! Trails: the choices that lead to an error, saved, walked again, and told to people as
//! steps with places, values, and who waits for whom. Knows nothing of how a trail was
//! found, nor of how it is printed.

#![forbid(unsafe_code)]

mod blocks;
mod cursor;
mod describe;
mod ending;
mod file;
mod fingerprint;
mod following;
mod names;
mod parking_lot;
mod places;
mod relevance;
mod report;
mod request;
mod resolve;
mod sites;
mod sources;
mod stale;
mod standing;
mod straighten;
mod type_names;
mod type_reader;
mod types;
mod variables;
mod verify;
mod waits;
mod walk;

pub use cursor::{Cursor, PresentThread};
pub use file::{ExpectedError, ReadTrailError, Trail};
pub use fingerprint::fingerprint;
pub use names::VariableNames;
pub use places::{Places, shown_path};
pub use report::{
    Block, ErrorReport, EventReport, Freed, Holding, Place, RaceSide, Report, StackFrame, Standing,
    Standings, Step, ThreadReport,
};
pub use request::{
    AutomatonError, AutomatonText, GoalRequest, MachineRequest, MemoryRequest, ProgramRequest,
    PropertyRequest,
};
pub use resolve::{PlaceError, PlaceFinder, Resolver, nearest};
pub use sites::{WeakSite, weak_sites};
pub use straighten::straighten;
pub use variables::{Content, Variable};
pub use verify::{
    Continuation, Problem, Promise, Reached, ReplayError, reach, reach_in, reach_violation,
};
pub use walk::{named, replay, replay_lap};
