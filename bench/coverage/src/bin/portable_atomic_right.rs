//! A number of 128 bits that two threads change.
use portable_atomic::{AtomicU128, Ordering};
use std::thread;

static NUMBER: AtomicU128 = AtomicU128::new(0);

fn main() {
    let helper = thread::spawn(|| NUMBER.fetch_add(1 << 100, Ordering::SeqCst));
    NUMBER.fetch_add(1, Ordering::SeqCst);
    helper.join().unwrap();
    assert_eq!(NUMBER.load(Ordering::SeqCst), (1 << 100) + 1);
}
