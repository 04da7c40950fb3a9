//! arc-swap: a value is read while it is replaced.
use arc_swap::ArcSwap;
use std::sync::Arc;

fn main() {
    let shared = Arc::new(ArcSwap::from_pointee(1u32));
    let writer = shared.clone();
    let other = std::thread::spawn(move || writer.store(Arc::new(2)));
    let value = **shared.load();
    assert!(value == 1 || value == 2);
    other.join().unwrap();
}
