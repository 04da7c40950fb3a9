//! What a Rust program can say to the Trailhound model checker: data choices, atomic
//! sections, checks, assumptions and names for locations. It knows nothing of the checker
//! except the `th_*` symbols, which are the same as those of the C header `trailhound.h`.
//!
//! ```
//! let dish = *trailhound::choose(&["soup", "salad"]); // both are tried
//! trailhound::assume(dish != "salad"); // executions with salad are not looked at
//! trailhound::check!(dish == "soup");
//! trailhound::mark("served");
//! ```
//!
//! `trailhound check` compiles this crate with `--cfg trailhound` and supplies the meaning of
//! the symbols. Any other build gets definitions that run natively: [`toss`] draws from libc's
//! `rand`, an atomic section holds one lock of the whole program (so it excludes other atomic
//! sections, not all other code), `assume(false)` ends the process quietly with status 0, a
//! failed [`check!`] panics, and [`mark`] does nothing.

use std::ffi::CStr;

/// A value from `0` to `n - 1`; the checker tries every one. `n` must be at least 1.
#[inline]
pub fn toss(n: u32) -> u32 {
    symbols::th_toss(n)
}

/// One of `items`; the checker tries every one. There must be at least one.
#[inline]
pub fn choose<T>(items: &[T]) -> &T {
    &items[toss(items.len() as u32) as usize]
}

/// Runs `section` without any other thread in between. Sections may nest, and a panic leaves
/// the section that it started in.
#[inline]
pub fn atomic<R>(section: impl FnOnce() -> R) -> R {
    struct Leave;
    impl Drop for Leave {
        fn drop(&mut self) {
            atomic_end();
        }
    }
    atomic_begin();
    let _leave = Leave;
    section()
}

/// Starts an atomic section that [`atomic_end`] ends; [`atomic`] cannot forget to.
#[inline]
pub fn atomic_begin() {
    symbols::th_atomic_begin();
}

/// Ends the section that the last [`atomic_begin`] of this thread started.
#[inline]
pub fn atomic_end() {
    symbols::th_atomic_end();
}

/// Drops all executions in which `condition` does not hold.
#[inline]
pub fn assume(condition: bool) {
    symbols::th_assume(i32::from(condition));
}

/// Names the location of this call, for search targets and properties.
#[inline]
pub fn mark(name: &str) {
    // SAFETY: the pointer and the length are those of one string.
    unsafe { symbols::th_mark(name.as_ptr(), name.len()) }
}

/// An error when `condition` does not hold, reported as a failed assertion rather than as the
/// panic that `assert!` gives.
#[macro_export]
macro_rules! check {
    ($condition:expr $(,)?) => {
        if !$condition {
            const CONDITION: &::core::ffi::CStr =
                $crate::c_text(::core::concat!(::core::stringify!($condition), "\0"));
            const FILE: &::core::ffi::CStr = $crate::c_text(::core::concat!(::core::file!(), "\0"));
            const MODULE: &::core::ffi::CStr =
                $crate::c_text(::core::concat!(::core::module_path!(), "\0"));
            $crate::check_failed(CONDITION, FILE, ::core::line!(), MODULE)
        }
    };
}

/// `text` up to its first NUL, as C reads it.
#[doc(hidden)]
pub const fn c_text(text: &str) -> &CStr {
    match CStr::from_bytes_until_nul(text.as_bytes()) {
        Ok(text) => text,
        Err(_) => c"?",
    }
}

/// What a failed [`check!`] calls.
#[doc(hidden)]
#[inline]
pub fn check_failed(condition: &CStr, file: &CStr, line: u32, module: &CStr) -> ! {
    // SAFETY: the three strings end with a NUL and outlive the call.
    unsafe { symbols::th_assert_fail(condition.as_ptr(), file.as_ptr(), line, module.as_ptr()) }
}

/// The symbols that the checker knows. Each has the C type of its twin in `trailhound.h`, but
/// for `th_mark`, whose name comes with a length instead of a NUL.
mod symbols {
    use std::ffi::{c_char, c_int, c_uint};

    unsafe extern "C" {
        pub safe fn th_toss(n: c_uint) -> c_uint;
        pub safe fn th_atomic_begin();
        pub safe fn th_atomic_end();
        pub safe fn th_assume(condition: c_int);
        pub fn th_mark(name: *const u8, length: usize);
    }

    // A native check panics through this call.
    unsafe extern "C-unwind" {
        pub fn th_assert_fail(
            condition: *const c_char,
            file: *const c_char,
            line: c_uint,
            function: *const c_char,
        ) -> !;
    }
}

#[cfg(not(trailhound))]
mod native;
