//@ verdict: ok
//@ about: load and store inside one atomic section lose no update
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use trailhound::{atomic, check};

static COUNTER: AtomicU32 = AtomicU32::new(0);

fn increment() {
    atomic(|| {
        let seen = COUNTER.load(SeqCst);
        COUNTER.store(seen + 1, SeqCst);
    });
}

fn main() {
    let other = thread::spawn(increment);
    increment();
    other.join().unwrap();
    check!(COUNTER.load(SeqCst) == 2);
}
