//! The guides that fit a program: for the errors that are possible in it.

use trailhound_contracts::{may_block, rust_lock};
use trailhound_program::Program;

use crate::name::{GuideName, Preference};

/// What else waits in Rust's standard library, anywhere in a name.
const RUST_LOCKING: &[&str] = &[
    "::condvar::futex::Condvar",
    "std::sync::mpmc::",
    "::thread_parking::",
];

/// Directed search is tried with these, the first one first.
///
/// Where there are locks, threads may block each other. Everywhere an assertion, a panic or
/// an access may fail.
pub fn fitting(program: &Program) -> Vec<GuideName> {
    let mut guides = Vec::new();
    let takes_locks = program.functions.iter().any(|function| {
        let contains = |part: &&str| function.display.contains(*part);
        may_block(function)
            || rust_lock(&function.display).is_some()
            || RUST_LOCKING.iter().any(contains)
    });
    if takes_locks {
        guides.push(Preference::Pl1.into());
        guides.push(Preference::Mb.into());
    }
    guides.push(Preference::Rw.into());
    guides.push(Preference::Int.into());
    guides
}

#[cfg(test)]
mod tests {
    use super::*;
    use trailhound_program::Function;

    fn takes_locks(symbol: &str) -> bool {
        let function = Function {
            name: symbol.to_owned(),
            ..Function::default()
        };
        let program = Program {
            functions: vec![function],
            ..Program::default()
        };
        fitting(&program).contains(&Preference::Pl1.into())
    }

    #[test]
    fn waits_with_a_limit_are_waits() {
        for waiting in [
            "pthread_mutex_lock",
            "pthread_mutex_clocklock",
            "pthread_cond_timedwait",
            "mtx_timedlock",
            "sem_clockwait",
        ] {
            assert!(takes_locks(waiting), "{waiting}");
        }
        assert!(!takes_locks("sem_wait_for_all") && !takes_locks("puts"));
    }
}
