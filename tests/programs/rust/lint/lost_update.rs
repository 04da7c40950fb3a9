//@ verdict: error
//@ kind: panic
//@ about: main and a thread load and store a counter, and the last step of main fails
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static COUNTER: AtomicU32 = AtomicU32::new(0);

fn main() {
    let thread = thread::spawn(|| {
        let seen = COUNTER.load(SeqCst);
        COUNTER.store(seen + 1, SeqCst);
    });
    let seen = COUNTER.load(SeqCst);
    COUNTER.store(seen + 1, SeqCst);
    thread.join().unwrap();
    assert_eq!(COUNTER.load(SeqCst), 2);
}
