//! What the process does to the machine that it runs on: how much time and memory it may take,
//! the child processes that it starts, the files that it writes, and what it shows on a terminal.
//! It knows nothing of programs, states or searches.

#![forbid(unsafe_code)]

mod budget;
mod cache;
mod child;
mod file;
mod file_name;
mod memory;
mod printable;
mod scratch;
mod signals;

pub use budget::{Budget, Interrupt, Meter, Stop};
pub use cache::{Cache, Key};
pub use child::{Finished, RunError, end_in_order, run, run_heard};
pub use file::{write_private, write_whole};
pub use file_name::short_file_name;
pub use memory::{available_memory, peak_memory, resident_memory};
pub use printable::{Printable, printable, printable_json, printable_line};
pub use scratch::Scratch;
pub use signals::listen;

/// Ends the child processes and removes the temporary files that there are now, for a process
/// that is about to end without unwinding.
pub fn clean_up() {
    child::end_all();
    scratch::remove_all();
}
