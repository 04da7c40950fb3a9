//! Waits that may end for no reason. A search has such wake-ups of the machine's condition variables if it is
//! told to, and none of those that Rust's library allows.

use trailhound_program::Program;

use crate::environment;

/// Functions that wait for a condition variable: they let a mutex go and take it again before they return, and
/// nothing shows the moment.
pub const WAITING: [&str; 5] = [
    "pthread_cond_wait",
    "pthread_cond_timedwait",
    "pthread_cond_clockwait",
    "cnd_wait",
    "cnd_timedwait",
];

/// Functions of Rust's library in which a program waits in a way that may end for no reason.
const WAITING_IN_RUST: &[&str] = &[
    "std::thread::park",
    "std::thread::functions::park",
    "std::sync::Condvar::wait",
    "std::sync::poison::condvar::Condvar::wait",
    "std::sync::Barrier::wait",
];

/// Whether threads wait for conditions and may wake for no reason.
pub fn waits_for_conditions(program: &Program) -> bool {
    let mut functions = program.functions.iter();
    functions.any(|function| WAITING.contains(&function.name.as_str()))
}

/// The function of Rust's library that the user's code calls and that may return for no reason.
pub fn waits_in_rust(program: &Program) -> Option<&str> {
    environment::is_rust(program)
        .then(|| environment::called_by_user(program, WAITING_IN_RUST))
        .flatten()
}
