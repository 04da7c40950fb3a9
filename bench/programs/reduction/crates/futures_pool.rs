//! Two futures on a pool of the crate futures with two workers.
use futures::executor::{ThreadPool, block_on};
use futures::task::SpawnExt;

fn main() {
    let pool = ThreadPool::builder().pool_size(2).create().unwrap();
    let one = pool.spawn_with_handle(async { 1 }).unwrap();
    let two = pool.spawn_with_handle(async { 2 }).unwrap();
    assert_eq!(block_on(one) + block_on(two), 3);
}
