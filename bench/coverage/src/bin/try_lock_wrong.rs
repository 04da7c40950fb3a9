//! A thread that takes the lock for free because it holds it only shortly itself.
use std::sync::Arc;
use std::thread;
use try_lock::TryLock;

fn add(count: &TryLock<u32>) {
    *count.try_lock().expect("nobody holds it for long") += 1; //~ panic
}

fn main() {
    let count = Arc::new(TryLock::new(0));
    let other = Arc::clone(&count);
    let helper = thread::spawn(move || add(&other));
    add(&count);
    helper.join().unwrap();
}
