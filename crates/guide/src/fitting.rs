//! The guides that fit a program: for the errors that are possible in it.

use trailhound_contracts::{may_block, rust_may_block};
use trailhound_program::Program;

use crate::name::{GuideName, Preference};

/// Directed search is tried with these, the first one first.
///
/// Where there are locks, threads may block each other. Everywhere an assertion, a panic or
/// an access may fail.
pub fn fitting(program: &Program) -> Vec<GuideName> {
    let mut guides = Vec::new();
    let takes_locks = program
        .functions
        .iter()
        .any(|function| may_block(function) || rust_may_block(&function.display));
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
