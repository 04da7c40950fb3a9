//! Two threads that take two asynchronous mutexes in opposite orders.
use async_lock::Mutex;
use futures_lite::future::block_on;
use std::sync::Arc;
use std::thread;

async fn both(first: Arc<Mutex<u32>>, second: Arc<Mutex<u32>>) {
    let first = first.lock().await;
    let mut second = second.lock().await; //~ deadlock
    *second += *first;
}

fn main() {
    let (one, two) = (Arc::new(Mutex::new(1)), Arc::new(Mutex::new(1)));
    let (first, second) = (Arc::clone(&two), Arc::clone(&one));
    let helper = thread::spawn(move || block_on(both(first, second))); //~ deadlock
    block_on(both(one, two)); //~ deadlock
    helper.join().unwrap();
}
