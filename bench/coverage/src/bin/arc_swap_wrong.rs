//! Two threads that load a number and store the next one, where `rcu` would be right.
use arc_swap::ArcSwap;
use std::sync::Arc;
use std::thread;

fn add(number: &ArcSwap<u32>) {
    let next = **number.load() + 1;
    number.store(Arc::new(next));
}

fn main() {
    let number = Arc::new(ArcSwap::from_pointee(0));
    let other = Arc::clone(&number);
    let helper = thread::spawn(move || add(&other));
    add(&number);
    helper.join().unwrap();
    assert_eq!(**number.load(), 2); //~ panic
}
