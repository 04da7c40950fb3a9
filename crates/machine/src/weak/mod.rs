//! The memory model of C11, C++20 and Rust as a machine of histories and views (RC11 without
//! load buffering): what atomic operations may read, what threads know of each other, and which
//! plain accesses race. The rules (`state.rs` to `encoding.rs`) know neither programs nor the machine; `in_flight.rs`
//! puts them into states, and `instructions.rs`, `operations.rs` and `synchronisation.rs` connect them with programs.

mod canonical;
mod encoding;
mod history;
mod in_flight;
mod instructions;
mod operations;
mod records;
mod sc;
mod state;
mod synchronisation;
mod trust;
mod views;

#[cfg(test)]
mod litmus;

pub use in_flight::InFlight;
pub use state::{Kind, Strength, Uses};
