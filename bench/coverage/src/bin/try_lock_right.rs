//! Two threads that count if the lock is free, and tell whether it was.
use std::sync::Arc;
use std::thread;
use try_lock::TryLock;

fn add(count: &TryLock<u32>) -> u32 {
    match count.try_lock() {
        Some(mut count) => {
            *count += 1;
            1
        }
        None => 0,
    }
}

fn main() {
    let count = Arc::new(TryLock::new(0));
    let other = Arc::clone(&count);
    let helper = thread::spawn(move || add(&other));
    let added = add(&count) + helper.join().unwrap();
    assert_eq!(*count.try_lock().unwrap(), added);
}
