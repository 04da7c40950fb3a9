//! Two threads that look for a key, compute its value if it is not there, and insert it.
use moka::sync::Cache;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static COMPUTED: AtomicU32 = AtomicU32::new(0);

fn get(cache: &Cache<u32, u32>) {
    if cache.get(&1).is_none() {
        cache.insert(1, COMPUTED.fetch_add(1, Ordering::SeqCst));
    }
}

fn main() {
    let cache = Cache::new(10);
    let other = cache.clone();
    let helper = thread::spawn(move || get(&other));
    get(&cache);
    helper.join().unwrap();
    assert_eq!(COMPUTED.load(Ordering::SeqCst), 1); //~ panic
}
