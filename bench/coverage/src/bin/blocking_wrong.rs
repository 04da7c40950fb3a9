//! Two closures on the pool that count in one atomic by loading and storing.
use blocking::unblock;
use futures_lite::future::{block_on, zip};
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

fn add() {
    COUNT.store(COUNT.load(Ordering::SeqCst) + 1, Ordering::SeqCst);
}

fn main() {
    block_on(zip(unblock(add), unblock(add)));
    assert_eq!(COUNT.load(Ordering::SeqCst), 2); //~ panic
}
