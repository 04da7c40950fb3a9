//@ verdict: ok
//@ about: a worker that waits for half a second again and again is idle: no time passes for it that anyone could tell
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static WORK: Mutex<u32> = Mutex::new(0);
static CHANGED: Condvar = Condvar::new();

fn main() {
    thread::spawn(|| {
        let mut work = WORK.lock().unwrap();
        loop {
            if *work == 1 {
                *work = 2;
            }
            let waited = CHANGED.wait_timeout(work, Duration::from_millis(500));
            work = waited.unwrap().0;
        }
    });
    *WORK.lock().unwrap() = 1;
    CHANGED.notify_one();
    let seen = *WORK.lock().unwrap();
    assert!(seen == 1 || seen == 2);
}
