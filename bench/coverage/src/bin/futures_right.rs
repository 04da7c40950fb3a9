//! A message from a task of a thread pool to the thread that blocks on it.
use futures::channel::oneshot;
use futures::executor::{ThreadPool, block_on};

fn main() {
    let pool = ThreadPool::builder().pool_size(1).create().unwrap();
    let (sender, receiver) = oneshot::channel();
    pool.spawn_ok(async move { sender.send(1).unwrap() });
    assert_eq!(block_on(receiver), Ok(1));
}
