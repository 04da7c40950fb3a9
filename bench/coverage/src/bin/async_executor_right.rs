//! An executor that runs on a thread until a task tells that it is done.
use async_executor::Executor;
use futures_lite::future::block_on;
use std::sync::Arc;
use std::thread;

fn main() {
    let executor = Arc::new(Executor::new());
    let task = executor.spawn(async { 1 });
    let (stop, stopped) = async_channel::bounded::<()>(1);
    let worker = {
        let executor = Arc::clone(&executor);
        thread::spawn(move || block_on(executor.run(stopped.recv())))
    };
    assert_eq!(block_on(task), 1);
    drop(stop);
    assert!(worker.join().unwrap().is_err());
}
