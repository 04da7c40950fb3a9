//@ verdict: ok
//@ about: three threads kept in a vector, each with its own argument
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;
use std::thread;

fn main() {
    let sum = Arc::new(AtomicUsize::new(0));
    let handles: Vec<_> = (1..=3)
        .map(|i| {
            let sum = Arc::clone(&sum);
            thread::spawn(move || sum.fetch_add(i, Ordering::Relaxed))
        })
        .collect();
    for handle in handles {
        handle.join().unwrap();
    }
    assert_eq!(sum.load(Ordering::Relaxed), 6);
}
