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
pub use environment::{
    Asking, Pastime, asking, chooses, deletes_key, pastime, reads_clock, uses_key,
};
pub use locking::{
    LockKind, Locking, MutexKind, Semaphore, acquires, lock_kind, locking, may_block, mutex_kind,
    releases, semaphore, time_limit, tries, waits_for_condition,
};
pub use memory::{
    Alignment, Allocation, allocation, copies, format_argument, frees, reallocates, stores_block,
};
pub use named::{Named, is_rust};
pub use row::is_known;
pub use rust::{
    ASKING as ASKING_PATHS, Showing, WAITING as WAITING_PATHS, rust_lock, showing, starts_rust,
};
pub use uses::{Contract, contract};
