//! Two threads that count words in a map of shards.
use dashmap::DashMap;
use std::sync::Arc;
use std::thread;

fn main() {
    let counts = Arc::new(DashMap::new());
    let other = Arc::clone(&counts);
    let helper = thread::spawn(move || *other.entry("one").or_insert(0) += 1);
    *counts.entry("one").or_insert(0) += 1;
    helper.join().unwrap();
    assert_eq!(*counts.get("one").unwrap(), 2);
}
