//@ verdict: error
//@ kind: panic
//@ line: 18
//@ about: scoped threads that load and store separately lose an update
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

fn main() {
    let counter = AtomicU32::new(0);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let seen = counter.load(Ordering::SeqCst);
                counter.store(seen + 1, Ordering::SeqCst);
            });
        }
    });
    assert_eq!(counter.into_inner(), 2); //~ panic
}
