//@ verdict: error
//@ kind: panic
//@ about: an assertion fails in main while threads of a scope run: the scope catches it and goes on with it
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

fn main() {
    let count = AtomicU32::new(0);
    thread::scope(|scope| {
        scope.spawn(|| count.fetch_add(1, Ordering::SeqCst));
        assert_eq!(count.load(Ordering::SeqCst), 1, "too early"); //~ panic
    });
}
