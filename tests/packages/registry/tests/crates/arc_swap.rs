use std::sync::Arc;
use std::thread;

use arc_swap::ArcSwap;
use registry::twice;

#[test]
fn comes_through() {
    let slot = Arc::new(ArcSwap::from_pointee(0));
    let others = Arc::clone(&slot);
    let other = thread::spawn(move || others.store(1.into()));
    assert!(**slot.load() < 2);
    other.join().unwrap();
    assert_eq!(**slot.load(), 1);
}

#[test]
fn loses_an_update() {
    let counter = twice(ArcSwap::from_pointee(0), |counter| {
        let next = **counter.load() + 1;
        counter.store(next.into());
    });
    assert_eq!(**counter.load(), 2);
}
