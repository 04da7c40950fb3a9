//! A closure that may block, on the thread pool for such closures.
use futures_lite::future::block_on;

fn main() {
    let length = block_on(blocking::unblock(|| "four".len()));
    assert_eq!(length, 4);
}
