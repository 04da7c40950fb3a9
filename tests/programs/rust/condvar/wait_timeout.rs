//@ verdict: ok
//@ about: a timed wait that nobody ends reports the timeout
use std::sync::{Condvar, Mutex};
use std::time::Duration;

fn main() {
    let lock = Mutex::new(false);
    let condition = Condvar::new();
    let guard = lock.lock().unwrap();
    let (flag, result) = condition
        .wait_timeout_while(guard, Duration::from_millis(1), |flag| !*flag)
        .unwrap();
    assert!(!*flag);
    assert!(result.timed_out());
}
