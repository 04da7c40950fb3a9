//! Two threads that look a count up and then insert the next one.
use dashmap::DashMap;
use std::sync::Arc;
use std::thread;

fn count(counts: &DashMap<&'static str, u32>) {
    let known = counts.get("one").map_or(0, |entry| *entry);
    counts.insert("one", known + 1);
}

fn main() {
    let counts = Arc::new(DashMap::new());
    let other = Arc::clone(&counts);
    let helper = thread::spawn(move || count(&other));
    count(&counts);
    helper.join().unwrap();
    assert_eq!(*counts.get("one").unwrap(), 2); //~ panic
}
