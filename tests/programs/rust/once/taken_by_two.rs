//@ verdict: error
//@ kind: data-race
//@ about: two threads take the value of a OnceLock, which needs an exclusive reference
use std::cell::UnsafeCell;
use std::sync::OnceLock;
use std::thread;

struct Shared(UnsafeCell<OnceLock<u32>>);

unsafe impl Sync for Shared {}

static SHARED: Shared = Shared(UnsafeCell::new(OnceLock::new()));

fn main() {
    unsafe { (*SHARED.0.get()).set(3).unwrap() };
    let taker = thread::spawn(|| unsafe { (*SHARED.0.get()).take() });
    let mine = unsafe { (*SHARED.0.get()).take() };
    let theirs = taker.join().unwrap();
    assert!(mine.is_some() || theirs.is_some());
}
