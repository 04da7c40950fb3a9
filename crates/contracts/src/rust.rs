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

/// The functions of Rust's library that take a mutex or the token of `thread::park`, and wait elsewhere if they cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    Lock,
    Park,
}

pub fn rust_attempt(path: &str) -> Option<Attempt> {
    match path {
        "std::sys::sync::mutex::futex::Mutex::lock"
        | "<std::sys::sync::mutex::futex::Mutex>::lock" => Some(Attempt::Lock),
        "std::sys::sync::thread_parking::futex::Parker::park"
        | "<std::sys::sync::thread_parking::futex::Parker>::park" => Some(Attempt::Park),
        _ => None,
    }
}

/// What waits in Rust's library beside its locks, anywhere in a path.
const BLOCKING: &[&str] = &[
    "::condvar::futex::Condvar",
    "std::sync::mpmc::",
    "::thread_parking::",
];

/// A thread may stand in a function with this path because of what others hold or have not done.
pub fn rust_may_block(path: &str) -> bool {
    rust_lock(path).is_some() || BLOCKING.iter().any(|part| path.contains(part))
}

/// Methods of Rust's locks and of C++'s semaphores that may tell that one is not free.
const TRIES: &[&str] = &[
    "try_lock",
    "try_read",
    "try_write",
    "try_acquire",
    "try_acquire_for",
    "try_acquire_until",
];

/// The last part of a path of a library's method is the name of an attempt to lock.
pub fn is_try_method(name: &str) -> bool {
    TRIES.contains(&name)
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

/// What prints, traces back, and starts and ends a program: large, and no business of threads.
const BESIDE_THREADS: &[&str] = &[
    "__rustc::__rust_dealloc",
    "__rustc::__rdl_dealloc",
    "__rustc::__rust_no_alloc",
    "core::fmt::",
    "std::io::",
    "std::backtrace",
    "std::panicking::",
    "std::sys::backtrace",
    "std::env::",
    "std::rt::init",
    "gimli::",
    "addr2line::",
    "rustc_demangle::",
    "miniz_oxide::",
    "object::",
];

/// These lead on to the user's code.
const THROUGH: &[&str] = &["catch_unwind", "panicking::try", "begin_short_backtrace"];

/// Rust's library prints, formats or explains panics there, or frees memory.
pub fn is_beside_threads<'a>(function: impl Into<Named<'a>>) -> bool {
    let path = function.into().rust_path();
    path.is_some_and(|path| {
        let leads_on = THROUGH.iter().any(|through| path.contains(through));
        let own = path.trim_start_matches('<');
        !leads_on && BESIDE_THREADS.iter().any(|beside| own.starts_with(beside))
    })
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
    fn slow_paths_of_locks_are_no_attempts() {
        let lock = "<std::sys::sync::mutex::futex::Mutex>::lock";
        assert_eq!(rust_attempt(lock), Some(Attempt::Lock));
        assert_eq!(rust_attempt(&format!("{lock}_contended")), None);
        assert!(rust_may_block(lock) && rust_may_block("std::sync::mpmc::zero::Channel"));
        assert!(!rust_may_block("std::sync::Arc::new"));
        assert!(is_try_method("try_read") && !is_try_method("try_send"));
    }

    #[test]
    fn what_runs_the_users_code_is_not_beside_threads() {
        let symbol = "_RNv";
        let beside = |path| is_beside_threads(Named { symbol, path });
        assert!(beside("<core::fmt::Formatter>::pad"));
        assert!(beside("std::panicking::default_hook"));
        assert!(!beside("std::panicking::try::do_call"));
        assert!(!beside("std::thread::spawn"));
        let in_cpp = Named {
            symbol: "_ZN3std2io5printEv",
            path: "std::io::print()",
        };
        assert!(!is_beside_threads(in_cpp));
    }

    #[test]
    fn a_namespace_of_cpp_is_no_crate_of_rust() {
        let path = "core::panicking::panic_fmt";
        let fails = |symbol| fails(Named { symbol, path });
        assert!(fails("_RNvNtCs1_4core9panicking9panic_fmt"));
        assert!(fails("_ZN4core9panicking9panic_fmt17h0123456789abcdefE"));
        assert!(!fails("_ZN4core9panicking9panic_fmtEi"));
    }
}
