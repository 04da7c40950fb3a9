//@ verdict: error
//@ kind: panic
//@ line: 15
//@ about: a wait that times out has taken its time where a thread has looked at the clock before
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

fn main() {
    let flag = Mutex::new(());
    let changed = Condvar::new();
    let before = Instant::now();
    let guard = flag.lock().unwrap();
    let waited = changed.wait_timeout(guard, Duration::from_secs(9));
    assert!(waited.unwrap().1.timed_out());
    assert!(before.elapsed() < Duration::from_secs(9)); //~ panic
}
