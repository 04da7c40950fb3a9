//! One program, so that the library is compiled into it once.

mod arc_swap;
mod crossbeam;
mod dashmap;
mod flume;
mod parking_lot;
mod tokio;
