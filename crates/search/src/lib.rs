//! Explores any [`Graph`] of states: the store of visited states and the engines.
//!
//! It does not know what a state means. A program, an abstract flow graph and a product
//! with an automaton are all vectors of words with numbered choices to it.

mod engines;
mod findings;
mod graph;
mod livelock;
mod options;
mod outcome;
mod replay;
pub mod store;
mod watch;

pub use engines::{Engine, UnknownEngine, bfs, dfs, iddfs, random, run};
pub use graph::{Edge, EdgeKind, Finding, Graph, Weight};
pub use options::{LimitKind, Limits, Options};
pub use outcome::{End, Found, Outcome, Stats};
pub use replay::Replay;
pub use watch::{Monitor, Unwatched};
