//! Trailhound as a library: everything from a concurrent program to a verdict.
//!
//! ```
//! use trailhound_checker::{Answer, Check};
//!
//! let file = "bounded_queue.c";
//! # let file = "../../examples/bounded_queue.c";
//! let verdict = Check::c_files([file]).run();
//! # assert_eq!(verdict.answer, Answer::Error);
//! match verdict.answer {
//!     Answer::Ok => println!("no schedule fails"),
//!     Answer::Error => {
//!         let found = verdict.found.expect("an error comes with a trail");
//!         println!("{}: {} steps", found.report.error.message, found.choices.len());
//!     }
//!     Answer::Undecided | Answer::Unsupported => println!("{:?}", verdict.reason),
//! }
//! ```
//!
//! [`Check`] goes through all schedules, [`Sample`] looks at random executions, [`Flow`] proves
//! rules from the text, [`Lint`] warns and puts warnings to the test, [`Replay`] walks a saved
//! trail, [`Run`] runs one schedule, [`Compare`] compares engines and guides, [`PackageTests`] checks
//! every test of a Cargo package by itself. Each is a value with
//! the defaults of the command line and a method `run`; `run_in` takes a [`Session`] with limits,
//! an observer and an interrupt of the caller's.
//!
//! It parses no arguments, prints nothing, changes no directory and listens to no signal.
#![forbid(unsafe_code)]

mod advice;
mod aim;
mod caveats;
mod check;
mod checkpoints;
mod choices;
pub mod compare;
mod environment;
pub mod flow;
mod guides;
mod harness;
mod inside;
mod kept;
mod limits;
pub mod lint;
mod memory;
mod missing;
pub mod package_tests;
mod preemptions;
mod prepare;
pub mod quantity;
mod replay;
mod reports;
mod resolve;
mod run;
mod sample;
mod search_request;
mod session;
mod sharing;
mod shorten;
mod stronger;
mod telling;
mod temporal;
mod trust;
mod verdict;
mod wakeups;
mod weak_atomics;

pub use check::Check;
pub use checkpoints::{Checkpoints, Saving};
pub use compare::Compare;
pub use flow::Flow;
pub use lint::Lint;
pub use missing::{Missing, what_is_missing};
pub use package_tests::PackageTests;
pub use replay::{Replay, Walked};
pub use reports::{
    Advice, AnalysisReport, PctPromise, RunReport, SamplingReport, Strategy, Suggestion, Summary,
    Touched, Trial, Turns, preemptions,
};
pub use resolve::{Properties, PropertyError, ResolveError, violations_dot};
pub use run::{Ran, Run, Schedule};
pub use sample::{Passed, Sample, SamplerName, Sampling, UnknownSampler};
pub use search_request::{SearchName, SearchRequest, StoreName};
pub use session::{Observer, ResourceLimits, Session, Unobserved};
pub use verdict::{Answer, Found, Verdict};
pub use weak_atomics::{MemoryReport, WeakAtomics};

pub use trailhound_frontend::FrontendError;
pub use trailhound_guide::AnyGuide;
pub use trailhound_host::{Interrupt, Stop};
pub use trailhound_machine::{
    ChangedFile, Choice, GivenFile, Granularity, MemoryModel, Races, Stream, ThreadId,
};
pub use trailhound_search::{Engine, Selection, Stats};
pub use trailhound_trail as trail;
pub use trailhound_trail::{
    AutomatonText, GoalRequest, MachineRequest, MemoryRequest, ProgramRequest, PropertyRequest,
    ReadTrailError, Trail,
};
