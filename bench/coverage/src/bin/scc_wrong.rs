//! Two threads that read a count and then write the next one.
use scc::HashMap;
use std::sync::Arc;
use std::thread;

fn count(counts: &HashMap<u32, u32>) {
    let known = counts.read_sync(&1, |_, count| *count).unwrap_or(0);
    counts.upsert_sync(1, known + 1);
}

fn main() {
    let counts = Arc::new(HashMap::default());
    let other = Arc::clone(&counts);
    let helper = thread::spawn(move || count(&other));
    count(&counts);
    helper.join().unwrap();
    assert_eq!(counts.read_sync(&1, |_, count| *count), Some(2)); //~ panic
}
