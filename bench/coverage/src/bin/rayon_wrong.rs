//! Closures joined on a pool that count in one atomic by loading and storing.
use std::sync::atomic::{AtomicU32, Ordering};

fn main() {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap();
    let count = AtomicU32::new(0);
    let add = || count.store(count.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
    pool.install(|| rayon::join(add, add));
    assert_eq!(count.into_inner(), 2); //~ panic
}
