//! A counter under a mutex, and a condition variable that tells that it is complete.
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let other = Arc::clone(&pair);
    let worker = thread::spawn(move || {
        let (count, changed) = &*other;
        *count.lock() += 1;
        changed.notify_one();
    });
    let (count, changed) = &*pair;
    let mut guard = count.lock();
    while *guard == 0 {
        changed.wait(&mut guard);
    }
    assert_eq!(*guard, 1);
    drop(guard);
    worker.join().unwrap();
}
