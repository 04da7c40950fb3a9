//! A cache in which two threads look for the same key, of which one computes it.
use moka::sync::Cache;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static COMPUTED: AtomicU32 = AtomicU32::new(0);

fn get(cache: &Cache<u32, u32>) -> u32 {
    cache.get_with(1, || COMPUTED.fetch_add(1, Ordering::SeqCst) + 10)
}

fn main() {
    let cache = Cache::new(10);
    let other = cache.clone();
    let helper = thread::spawn(move || get(&other));
    assert_eq!(get(&cache), 10);
    assert_eq!(helper.join().unwrap(), 10);
}
