//! Two tasks that count in one atomic by loading and storing, on an executor that two threads run.
use async_executor::Executor;
use futures_lite::future::block_on;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static COUNT: AtomicU32 = AtomicU32::new(0);

async fn add() {
    COUNT.store(COUNT.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
}

fn main() {
    let executor = Arc::new(Executor::new());
    let (one, two) = (executor.spawn(add()), executor.spawn(add()));
    let other = Arc::clone(&executor);
    let helper = thread::spawn(move || block_on(other.run(one)));
    block_on(executor.run(two));
    helper.join().unwrap();
    assert_eq!(COUNT.load(Ordering::SeqCst), 2); //~ panic
}
