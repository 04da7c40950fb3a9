//! Two threads that count in a map.
use scc::HashMap;
use std::sync::Arc;
use std::thread;

fn main() {
    let counts: Arc<HashMap<u32, u32>> = Arc::new(HashMap::default());
    let other = Arc::clone(&counts);
    let helper = thread::spawn(move || *other.entry_sync(1).or_insert(0) += 1);
    *counts.entry_sync(1).or_insert(0) += 1;
    helper.join().unwrap();
    assert_eq!(counts.read_sync(&1, |_, count| *count), Some(2));
}
