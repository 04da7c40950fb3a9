use std::thread;

use parking_lot::Mutex;

#[test]
fn same_order() {
    let (left, right) = (Mutex::new(0), Mutex::new(0));
    let both = || {
        let mut left = left.lock();
        *right.lock() += 1;
        *left += 1;
    };
    thread::scope(|scope| {
        scope.spawn(both);
        both();
    });
    assert_eq!(*left.lock() + *right.lock(), 4);
}

#[test]
fn opposite_order() {
    let (left, right) = (Mutex::new(0), Mutex::new(0));
    thread::scope(|scope| {
        scope.spawn(|| {
            let _left = left.lock();
            *right.lock() += 1;
        });
        let _right = right.lock();
        *left.lock() += 1;
    });
}
