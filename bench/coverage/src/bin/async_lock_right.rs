//! Two threads that add under an asynchronous mutex.
use async_lock::Mutex;
use futures_lite::future::block_on;
use std::sync::Arc;
use std::thread;

fn main() {
    let count = Arc::new(Mutex::new(0));
    let other = Arc::clone(&count);
    let helper = thread::spawn(move || block_on(async { *other.lock().await += 1 }));
    block_on(async { *count.lock().await += 1 });
    helper.join().unwrap();
    assert_eq!(*count.lock_blocking(), 2);
}
