//! The crate from outside: engines, limits, livelocks and the store.

mod checkpoints;
mod directed;
mod engines;
mod graphs;
mod limits;
mod livelock;
mod lossy;
mod parallel;
mod store;
