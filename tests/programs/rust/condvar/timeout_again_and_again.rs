//@ verdict: error
//@ kind: livelock
//@ about: each wait times out, and the next one begins: nobody sets what it waits for
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

static READY: Mutex<bool> = Mutex::new(false);
static CHANGED: Condvar = Condvar::new();

fn main() {
    let waiter = thread::spawn(|| {
        let mut ready = READY.lock().unwrap();
        while !*ready {
            ready = CHANGED.wait_timeout(ready, Duration::from_millis(10)).unwrap().0;
        }
    });
    waiter.join().unwrap();
}
