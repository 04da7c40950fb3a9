//! The guides that fit a program: for the errors that are possible in it.

use trailhound_program::Program;

use crate::name::{GuideName, Preference};

/// Beginnings of the names of functions that take locks or wait.
const LOCKING: &[&str] = &[
    "pthread_mutex_lock",
    "pthread_rwlock_",
    "pthread_spin_lock",
    "pthread_cond_wait",
    "pthread_barrier_wait",
    "sem_wait",
    "mtx_lock",
    "cnd_wait",
];

/// The same in Rust's standard library, anywhere in a name.
const RUST_LOCKING: &[&str] = &[
    "::mutex::futex::Mutex",
    "::rwlock::futex::RwLock",
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
        let starts = |beginning: &&str| function.name.starts_with(*beginning);
        let contains = |part: &&str| function.display.contains(*part);
        LOCKING.iter().any(starts) || RUST_LOCKING.iter().any(contains)
    });
    if takes_locks {
        guides.push(Preference::Pl1.into());
        guides.push(Preference::Mb.into());
    }
    guides.push(Preference::Rw.into());
    guides.push(Preference::Int.into());
    guides
}
