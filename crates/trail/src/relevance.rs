//! What of a step matters to the program's author, and what is the library's own business.

use crate::report::{EventReport, Step};

const LIBRARIES: [&str; 3] = ["std::", "core::", "alloc::"];

/// Functions of Rust's library that lock and unlock for the user.
const LOCKING: [&str; 5] = [
    "Mutex",
    "RwLock",
    "Condvar",
    "mem::drop",
    "ptr::drop_in_place",
];

/// The same of the C++ library: its names have their class behind them or in them.
const CPP_LOCKING: [&str; 5] = [
    "lock_guard",
    "scoped_lock",
    "unique_lock",
    "shared_lock",
    "mutex::",
];

impl EventReport {
    /// Whether the event is told only to those who ask for everything. Before the first choice
    /// only calls matter: no other thread is there yet. What the library does to its own words
    /// and locks is a detail, unless they are the user's atomics and locks.
    pub fn is_detail(&self, step: &Step) -> bool {
        let is_one_of =
            |name: &str, starts: &[&str]| starts.iter().any(|start| name.starts_with(start));
        let name = self.name.as_ref();
        if self.is_essential {
            return false;
        }
        // The table of an object's methods is the compiler's affair.
        let is_table = |value: &String| value.starts_with("&vtable for ");
        if name.is_some_and(|name| is_one_of(name, &LIBRARIES))
            || self.value.as_ref().is_some_and(is_table)
        {
            return true;
        }
        if self.place.is_none() && self.kind != "end" {
            return true;
        }
        match (self.kind, &self.library) {
            ("read" | "write", _) if step.step == 0 => true,
            (_, None) => false,
            ("read" | "write", Some(library)) => !library.starts_with("Atomic"),
            ("lock" | "unlock" | "busy", Some(library)) => {
                let is_cpp = CPP_LOCKING.iter().any(|name| library.contains(name));
                // A lock without a name, at the end of a variable, lies inside a type of the library.
                let is_inner =
                    library.contains("drop") && name.is_some_and(|name| name.contains('+'));
                is_inner || !is_cpp && !is_one_of(library, &LOCKING)
            }
            (_, Some(_)) => is_one_of(&self.text, &["frees ", "allocates "]),
        }
    }
}
