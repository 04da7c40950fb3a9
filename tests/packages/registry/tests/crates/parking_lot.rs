use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use registry::twice;

#[test]
fn counts() {
    let count = twice(Mutex::new(0), |count| *count.lock() += 1);
    assert_eq!(*count.lock(), 2);
}

#[test]
fn opposite_order() {
    let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
    let others = Arc::clone(&locks);
    let other = thread::spawn(move || {
        let _left = others.0.lock();
        *others.1.lock() += 1;
    });
    let right = locks.1.lock();
    *locks.0.lock() += 1;
    drop(right);
    other.join().unwrap();
}
