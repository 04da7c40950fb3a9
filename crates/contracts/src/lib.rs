//! What functions of libraries do: one table, by exact names, of C, C++ and Rust. All parts that
//! need to know ask here. A function that is not in the table may do anything.
//!
//! ```
//! use trailhound_contracts::{Contract, Locking, contract, locking, time_limit};
//!
//! assert_eq!(locking("pthread_mutex_clocklock"), Some((Locking::TryLock, 0)));
//! assert_eq!(time_limit("pthread_mutex_clocklock"), Some(2));
//! assert_eq!(contract("pthread_mutex_peek"), Contract::Anything);
//! ```

#![forbid(unsafe_code)]

mod argument;
mod control;
mod descriptors;
mod environment;
mod locking;
mod memory;
mod named;
mod role;
mod row;
mod rust;
mod table;
mod uses;

pub use argument::Use;
pub use control::{
    Joining, assumes, begins_atomic, calls_at_end, calls_back, cancels, creates_thread,
    ends_atomic, ends_thread, exits, fails, forks, formats, handed_function, is_cancellation_point,
    joining, leaves_the_graph, marks, never_returns, raises, returns_twice, returns_zero,
    writes_text,
};
pub use descriptors::{
    Transfer, closes_descriptor, handles_descriptors, makes_event_descriptor, names_memory,
    redirects, transfer,
};
pub use environment::{
    Asking, Outside, Pastime, asking, chooses, deletes_key, outside, pastime, reads_clock,
    sets_variable, uses_key,
};
pub use locking::{
    LockKind, Locking, MUTEX_KIND, MUTEX_KIND_32, MUTEX_SIZE, MutexKind, RECURSIVE, Semaphore,
    acquires, is_recursive_mutex, lock_kind, locking, may_block, mutex_kind, releases, semaphore,
    time_limit, tries, waits_for_condition,
};
pub use memory::{
    Alignment, Allocation, allocation, copies, format_argument, frees, reallocates, stores_block,
};
pub use named::{Named, is_rust};
pub use row::is_known;
pub use rust::{
    ASKING as ASKING_PATHS, Attempt, Showing, WAITING as WAITING_PATHS, is_beside_threads,
    is_try_method, rust_attempt, rust_lock, rust_may_block, showing, starts_rust,
};
pub use uses::{Contract, contract};
