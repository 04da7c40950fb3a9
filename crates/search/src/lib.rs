//! Explores any [`Graph`] of states: the store of visited states and the engines.
//!
//! It does not know what a state means. A program, an abstract flow graph and a product
//! with an automaton are all vectors of words with numbered choices to it.

mod changes;
mod dice;
mod engines;
mod findings;
mod graph;
mod guide;
mod keeper;
mod lap;
mod livelock;
mod options;
mod outcome;
mod parallel;
mod predecessors;
mod replay;
mod selection;
mod states;
pub mod store;
mod watch;

pub use changes::changed;
pub use dice::scramble;
pub use engines::{
    Conditions, Cycles, Engine, Lasso, Sample, Sampler, Schedule, Sketch, UnknownEngine, astar,
    beam, best_first, bfs, bfs_kept, dfs, dfs_kept, greedy, iddfs, lasso, lossy, random, run,
    weighted_astar,
};
pub use graph::{Agents, Edge, EdgeKind, Finding, Graph, Weight};
pub use guide::{Effect, Guide, HOPELESS, PastStep, Rank, Ranked, Unguided};
pub use keeper::{Keeper, Unkept};
pub use lap::{Lap, circle_at, lap_at};
pub use options::{LimitKind, Limits, Options};
pub use outcome::{End, Found, Outcome, Stats};
pub use parallel::{Forked, Order, Threads, parallel};
pub use replay::Replay;
pub use selection::Selection;
pub use trailhound_host::{Budget, Stop};
pub use watch::{Monitor, Unwatched};
