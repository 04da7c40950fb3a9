//@ verdict: ok
//@ about: a guard that is dropped by unwinding unlocks
use std::panic;
use std::sync::{Mutex, PoisonError};
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn work(fail: bool) {
    let _ = panic::catch_unwind(|| {
        let mut value = LOCK.lock().unwrap_or_else(PoisonError::into_inner);
        *value += 1;
        assert!(!fail);
    });
}

fn main() {
    let other = thread::spawn(|| work(true));
    work(false);
    other.join().unwrap();
    assert_eq!(*LOCK.lock().unwrap_or_else(PoisonError::into_inner), 2);
}
