//! The `th_*` functions of a program that runs natively, outside of the checker.
//! IR of such a build shows calls of them by name, so nothing may inline or specialise them.

use std::cell::Cell;
use std::ffi::{CStr, c_char, c_int, c_uint};
use std::hint::black_box;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

unsafe extern "C" {
    safe fn rand() -> c_int;
}

/// The lock of all atomic sections.
static SECTION: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// How many atomic sections this thread is inside of.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn th_toss(n: c_uint) -> c_uint {
    assert!(n > 0, "toss(0) has no value to choose");
    black_box(rand().unsigned_abs() % n)
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn th_atomic_begin() {
    let depth = DEPTH.get();
    DEPTH.set(depth + 1);
    if depth == 0 {
        while SECTION.swap(true, Ordering::Acquire) {
            thread::yield_now();
        }
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn th_atomic_end() {
    let depth = DEPTH.get();
    assert!(depth > 0, "atomic_end without atomic_begin");
    DEPTH.set(depth - 1);
    if depth == 1 {
        SECTION.store(false, Ordering::Release);
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn th_assume(condition: c_int) {
    if black_box(condition) == 0 {
        process::exit(0);
    }
}

#[unsafe(no_mangle)]
#[inline(never)]
extern "C" fn th_mark(name: *const u8, length: usize) {
    black_box((name, length));
}

#[unsafe(no_mangle)]
#[inline(never)]
unsafe extern "C-unwind" fn th_assert_fail(
    condition: *const c_char,
    file: *const c_char,
    line: c_uint,
    function: *const c_char,
) -> ! {
    // SAFETY: the caller passes strings that end with a NUL.
    let [condition, file, function] =
        [condition, file, function].map(|text| unsafe { CStr::from_ptr(text) }.to_string_lossy());
    panic!("check `{condition}` failed in {function} at {file}:{line}");
}

// Taking their addresses keeps whole-program optimisation from changing their parameters.
#[used]
static TOSS: extern "C" fn(c_uint) -> c_uint = th_toss;
#[used]
static SECTIONS: [extern "C" fn(); 2] = [th_atomic_begin, th_atomic_end];
#[used]
static ASSUME: extern "C" fn(c_int) = th_assume;
#[used]
static MARK: extern "C" fn(*const u8, usize) = th_mark;
