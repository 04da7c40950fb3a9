//! What distances, warnings and trace flow graphs ask of a program's text: which functions a call may enter
//! ([`CallGraph`]), how control flows within a function ([`ControlFlow`]), what constants and the words of locks
//! mean. Nothing here follows values through the program: `flow` and `lint` do, each in its own way.

#![forbid(unsafe_code)]

mod call_graph;
mod classes;
mod components;
mod constants;
mod control_flow;
mod lock_words;
mod reach;

pub use call_graph::{CallGraph, TargetsId, direct_callee};
pub use components::components;
pub use constants::{constant_result, function_of, global_of};
pub use control_flow::{ControlFlow, Unwinding, block_starts, successors};
pub use lock_words::lock_word;
pub use reach::Pointers;
