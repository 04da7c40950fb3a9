//! Waits that may end for no reason. A search has such wake-ups of the machine's condition variables if it is
//! told to, and none of those that Rust's library allows.

use trailhound_contracts::{WAITING_PATHS, waits_for_condition};
use trailhound_program::Program;

use crate::environment;

/// Whether threads wait for conditions and may wake for no reason.
pub fn waits_for_conditions(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(waits_for_condition)
}

/// The function of Rust's library that the user's code calls and that may return for no reason.
pub fn waits_in_rust(program: &Program) -> Option<&str> {
    program
        .is_rust()
        .then(|| environment::called_by_user(program, WAITING_PATHS))
        .flatten()
}
