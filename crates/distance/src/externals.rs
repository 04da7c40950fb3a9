//! What functions without a body mean for the flow of control: who starts threads, calls
//! back, fails, raises or locks. By name; what these functions compute is not known here.

use trailhound_program::Function;

/// The argument that is the new thread's first function.
pub fn creates_thread(symbol: &str) -> Option<usize> {
    match symbol {
        "pthread_create" => Some(2),
        "thrd_create" | "trailhound_start" => Some(1),
        _ => None,
    }
}

/// The argument that is called before the function returns.
pub fn calls_back(symbol: &str) -> Option<usize> {
    match symbol {
        "pthread_once" | "call_once" => Some(1),
        _ => None,
    }
}

/// The argument that is called when the thread or the program ends.
pub fn calls_at_end(symbol: &str) -> Option<usize> {
    match symbol {
        "atexit" | "__cxa_atexit" | "on_exit" | "at_quick_exit" | "__cxa_thread_atexit_impl" => {
            Some(0)
        }
        "pthread_key_create" | "tss_create" => Some(1),
        _ => None,
    }
}

/// Models of Rust's library that let the program's own code put text together.
pub fn formats(function: &Function) -> bool {
    matches!(
        function.display.as_str(),
        "std::io::stdio::_print" | "std::io::stdio::_eprint" | "std::panicking::default_hook"
    ) || function.name.starts_with("trailhound.")
}

/// Raises an exception of C++ if anybody would catch it, and returns if not.
const MAY_RAISE: &str = "trailhound_raise";

/// Leaves by an exception.
pub fn raises(symbol: &str) -> bool {
    matches!(
        symbol,
        "_Unwind_RaiseException"
            | "_Unwind_Resume"
            | "_Unwind_Resume_or_Rethrow"
            | "__cxa_throw"
            | "__cxa_rethrow"
            | MAY_RAISE
    ) || symbol.starts_with("_ZSt") && symbol.contains("throw")
}

/// The caller never goes on.
pub fn never_returns(symbol: &str) -> bool {
    raises(symbol) && symbol != MAY_RAISE
        || matches!(
            symbol,
            "exit" | "_exit" | "_Exit" | "quick_exit" | "abort" | "pthread_exit" | "thrd_exit"
        )
        || FAILING.contains(&symbol)
}

const FAILING: &[&str] = &[
    "__assert_fail",
    "__assert_rtn",
    "__assert",
    "__stack_chk_fail",
    "th_assert_fail",
    "__VERIFIER_error",
    "reach_error",
];

/// Functions of Rust's library that only panics and aborts call, by the start of their path.
const FAILING_PATHS: &[&str] = &[
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

/// Calling it is the program's failure: an assertion, a panic, an abort.
pub fn fails(function: &Function) -> bool {
    FAILING.contains(&function.name.as_str())
        || function.name == "abort"
        || FAILING_PATHS
            .iter()
            .any(|path| function.display.starts_with(path))
}

/// Waits for a lock.
pub fn acquires(function: &Function) -> bool {
    matches!(
        function.name.as_str(),
        "pthread_mutex_lock"
            | "pthread_mutex_timedlock"
            | "mtx_lock"
            | "mtx_timedlock"
            | "pthread_rwlock_rdlock"
            | "pthread_rwlock_wrlock"
            | "pthread_spin_lock"
            | "sem_wait"
            | "sem_timedwait"
    ) || function.display.starts_with("<std::sys::sync::")
        && function.display.contains("_contended")
        || function.display.starts_with("std::sys::sync::")
            && function.display.contains("_contended")
}

/// Frees a lock.
pub fn releases(symbol: &str) -> bool {
    matches!(
        symbol,
        "pthread_mutex_unlock"
            | "mtx_unlock"
            | "pthread_rwlock_unlock"
            | "pthread_spin_unlock"
            | "sem_post"
    )
}

pub fn begins_atomic(symbol: &str) -> bool {
    matches!(symbol, "th_atomic_begin" | "__VERIFIER_atomic_begin")
}

pub fn ends_atomic(symbol: &str) -> bool {
    matches!(symbol, "th_atomic_end" | "__VERIFIER_atomic_end")
}
