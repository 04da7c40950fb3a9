//! Ranks the states of a program, so that a directed search meets errors early: the
//! heuristics of StEAM (Leven, Mehler, Edelkamp: Directed Error Detection in C++ with the
//! Assembly-Level Model Checker StEAM, SPIN 2004, section 6 and table 2).
//!
//! It sees how the threads stand and what the last steps did, and knows no memory, no
//! source and no engine.

#![forbid(unsafe_code)]

mod accesses;
mod any;
pub mod distance;
mod fitting;
mod history;
mod name;
mod program_guide;
mod threads;
mod toward;

pub use any::AnyGuide;
pub use fitting::fitting;
pub use name::{GuideName, Preference, UnknownGuide};
pub use program_guide::ProgramGuide;
pub use toward::Toward;
