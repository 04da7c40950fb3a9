//! The crate from outside: engines, limits, livelocks and the store.

mod engines;
mod graphs;
mod limits;
mod livelock;
mod store;
