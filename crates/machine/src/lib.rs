//! Runs lowered programs on a machine whose state can be saved, compared and restored,
//! and presents their threads' schedules as a graph. Knows nothing of how graphs are
//! searched or trails are shown.

mod arithmetic;
mod bookkeeping;
mod calls;
mod clock;
mod endless;
mod error;
mod exclusion;
mod finals;
mod frames;
mod graph;
mod interpret;
mod kernel;
mod leaks;
mod leaves;
mod liveness;
mod load;
mod locks;
mod looking;
mod loops;
mod machine;
mod memo;
mod memory;
mod memory_ops;
mod models;
mod names;
mod observe;
mod options;
mod pending;
mod positions;
mod processes;
mod property_functions;
mod propositions;
mod quick;
mod races;
mod reduction;
mod references;
mod rounds;
mod rtti;
pub mod runtime;
mod scene;
mod snapshot;
mod steps;
mod thread;
mod thread_info;
mod thread_set;
mod tracking;
mod unfollowed;
mod unsupported;
mod unwind;
mod valuation;
mod weak;
mod world;

pub use error::{ErrorKind, Fault};
pub use exclusion::Exclusion;
pub use finals::FinalStates;
pub use graph::{Problem, ProgramGraph, Races, choice, parts_of};
pub use load::{load, load_keeping};
pub use looking::{StepAccess, StepFacts};
pub use machine::{Machine, Outcome};
pub use models::{entered_by_models, has_models, modelled_paths};
pub use names::{Naming, heap_name};
pub use observe::{Allocation, Event, LockMode, Stream, What};
pub use options::{Granularity, MemoryModel, MemoryOptions, Options};
pub use pending::Access;
pub use positions::{Position, Resumes, Standing};
pub use propositions::{
    NoValue, Operations, Proposition, Reading, Subscript, Target, Term, Value, Variable,
};
pub use reduction::breakage::Breakage;
pub use scene::Scene;
pub use thread::{Frame, Status, Thread, WaitKind};
pub use thread_set::ThreadSet;
pub use unfollowed::Unfollowed;
pub use unsupported::Unsupported;
