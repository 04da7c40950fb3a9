//@ verdict: ok
//@ args: --memory c11
//@ about: atomics that no other thread knows of have no histories
use std::sync::atomic::{AtomicU32, Ordering::*};
use std::thread;

static SHARED: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        let own = AtomicU32::new(0);
        own.fetch_add(3, Release);
        SHARED.store(own.load(Acquire), Release);
    });
    let own = AtomicU32::new(1);
    own.fetch_add(1, Relaxed);
    assert_eq!(own.load(Acquire), 2);
    let seen = SHARED.load(Acquire);
    assert!(seen == 0 || seen == 3);
    worker.join().unwrap();
    assert_eq!(SHARED.load(Relaxed), 3);
}
