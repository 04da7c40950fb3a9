//! Two threads that read a number under its asynchronous mutex, let go of it, and write what they have read plus one.
use futures::executor::block_on;
use futures::lock::Mutex;
use std::sync::Arc;
use std::thread;

async fn add(number: Arc<Mutex<u32>>) {
    let read = *number.lock().await;
    *number.lock().await = read + 1;
}

fn main() {
    let number = Arc::new(Mutex::new(0));
    let other = number.clone();
    let helper = thread::spawn(move || block_on(add(other)));
    block_on(add(number.clone()));
    helper.join().unwrap();
    assert_eq!(*block_on(number.lock()), 2); //~ panic
}
