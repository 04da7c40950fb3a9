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
        "atexit"
        | "__cxa_atexit"
        | "on_exit"
        | "at_quick_exit"
        | "__cxa_thread_atexit"
        | "__cxa_thread_atexit_impl" => Some(0),
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
    ) || in_namespace_std(symbol)
        .is_some_and(|name| name.starts_with("__throw_") || name == "rethrow_exception")
}

/// The name of a function of C++ that stands in `std` itself and is no template.
fn in_namespace_std(symbol: &str) -> Option<&str> {
    let rest = symbol.strip_prefix("_ZSt")?;
    let name = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let length: usize = rest[..rest.len() - name.len()].parse().ok()?;
    let is_template = name.get(length..)?.starts_with('I');
    name.get(..length).filter(|_| !is_template)
}

/// Whether a symbol is one of Rust's, in the newer or the older form.
pub fn is_rust(symbol: &str) -> bool {
    let has_hash = |rest: &str| {
        let hash = rest.strip_suffix('E').and_then(|rest| rest.rfind("17h"));
        hash.is_some_and(|at| rest.len() == at + "17h".len() + 16 + "E".len())
    };
    symbol.starts_with("_R") || symbol.strip_prefix("_ZN").is_some_and(has_hash)
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
        || is_rust(&function.name)
            && FAILING_PATHS
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_functions_that_throw_are_said_to() {
        for raising in [
            "_ZSt20__throw_length_errorPKc",
            "_ZSt24__throw_out_of_range_fmtPKcz",
            "_ZSt17rethrow_exceptionNSt15__exception_ptr13exception_ptrE",
            "__cxa_throw",
        ] {
            assert!(raises(raising), "{raising}");
        }
        for other in [
            "_ZSt4moveIR9throwawayEONSt16remove_referenceIT_E4typeEOS3_",
            "_ZSt15rethrow_if_nestedI5ErrorEvRKT_",
            "_ZSt11make_uniqueI12my_rethrow_tJEENSt8__detail9_MakeUniqIT_E15__single_objectEDpOT0_",
            "_Z5throwv",
        ] {
            assert!(!raises(other), "{other}");
        }
    }

    #[test]
    fn a_namespace_of_cpp_is_no_crate_of_rust() {
        let function = |name: &str| Function {
            name: name.to_owned(),
            display: "core::panicking::panic_fmt".to_owned(),
            ..Function::default()
        };
        assert!(fails(&function("_RNvNtCs1_4core9panicking9panic_fmt")));
        assert!(fails(&function(
            "_ZN4core9panicking9panic_fmt17h0123456789abcdefE"
        )));
        assert!(!fails(&function("_ZN4core9panicking9panic_fmtEi")));
    }
}
