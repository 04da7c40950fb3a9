//@ verdict: error
//@ kind: panic
//@ about: a weak compare-exchange may fail for no reason, also where no other thread is
use std::sync::atomic::{AtomicI32, Ordering};

fn main() {
    let own = AtomicI32::new(0);
    let exchanged = own.compare_exchange_weak(0, 1, Ordering::Relaxed, Ordering::Relaxed);
    assert!(exchanged.is_ok());
}
