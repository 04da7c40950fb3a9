//! Two jobs that count in one atomic by loading and storing.
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use threadpool::ThreadPool;

fn main() {
    let pool = ThreadPool::new(2);
    let count = Arc::new(AtomicU32::new(0));
    for _ in 0..2 {
        let count = Arc::clone(&count);
        pool.execute(move || count.store(count.load(Ordering::SeqCst) + 1, Ordering::SeqCst));
    }
    pool.join();
    assert_eq!(count.load(Ordering::SeqCst), 2); //~ panic
}
