//! Functions of Rust's library that are known by the beginning of their path: their generic
//! arguments differ from program to program.

use crate::locking::LockKind;
use crate::named::Named;

/// The lock of Rust's library that a function with this path belongs to.
pub fn rust_lock(path: &str) -> Option<LockKind> {
    let is_of = |lock| path.contains(lock);
    if is_of("std::sys::sync::mutex::futex::Mutex") {
        return Some(LockKind::Mutex);
    }
    is_of("std::sys::sync::rwlock::futex::RwLock").then_some(LockKind::ReadWrite)
}

/// The library's part of Rust's `main`, by its path.
pub fn starts_rust(path: &str) -> bool {
    path.starts_with("std::rt::lang_start")
}

/// Functions that only panics and aborts call.
const FAILING: &[&str] = &[
    "core::panicking::",
    "std::panicking::begin_panic",
    "std::panicking::rust_panic",
    "std::rt::begin_panic",
    "std::rt::panic_fmt",
    "core::option::unwrap_failed",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
    "core::slice::index::slice_",
    "core::str::slice_error_fail",
    "core::cell::panic_already",
    "std::process::abort",
    "std::thread::local::panic_access_error",
];

pub(crate) fn fails(function: Named<'_>) -> bool {
    begins(function, FAILING)
}

/// What formats, prints and panics looks at what it is given, and shows it.
const SHOWING: &[&str] = &[
    "std::io::stdio::_print",
    "std::io::stdio::_eprint",
    "core::panicking::",
    "core::result::unwrap_failed",
    "core::option::",
];

/// The same, and writes to its first argument.
const WRITING: &[&str] = &["core::fmt::write", "<core::fmt::Formatter>::"];

const FORMATTING: &[&str] = &["core::fmt::", "<core::fmt::"];

/// What a function that shows values as text does with its arguments, besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    Reads,
    WritesFirst,
    WritesAll,
}

pub fn showing<'a>(function: impl Into<Named<'a>>) -> Option<Showing> {
    let function = function.into();
    let kinds = [
        (SHOWING, Showing::Reads),
        (WRITING, Showing::WritesFirst),
        (FORMATTING, Showing::WritesAll),
    ];
    kinds
        .into_iter()
        .find_map(|(paths, showing)| begins(function, paths).then_some(showing))
}

fn begins(function: Named<'_>, paths: &[&str]) -> bool {
    let path = function.rust_path();
    path.is_some_and(|own| paths.iter().any(|path| own.starts_with(path)))
}

/// Functions with which a program asks for its environment, of which the machine has one of several.
pub const ASKING: &[&str] = &["std::env::", "std::thread::available_parallelism"];

/// Functions in which a program waits in a way that may end for no reason.
pub const WAITING: &[&str] = &[
    "std::thread::park",
    "std::thread::functions::park",
    "std::sync::Condvar::wait",
    "std::sync::poison::condvar::Condvar::wait",
    "std::sync::Barrier::wait",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_namespace_of_cpp_is_no_crate_of_rust() {
        let path = "core::panicking::panic_fmt";
        let fails = |symbol| fails(Named { symbol, path });
        assert!(fails("_RNvNtCs1_4core9panicking9panic_fmt"));
        assert!(fails("_ZN4core9panicking9panic_fmt17h0123456789abcdefE"));
        assert!(!fails("_ZN4core9panicking9panic_fmtEi"));
    }
}
