//! A payload is published by a flag.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    ready: AtomicBool,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, me: usize) {
    if me == 0 {
        shared.data.with_mut(|data| unsafe { *data = 7 });
        shared.ready.store(true, order(Release, Relaxed));
    } else if shared.ready.load(Acquire) {
        shared.data.with(|data| assert_eq!(unsafe { *data }, 7));
    }
}

fn main() {
    model(|| {
        run(Shared { ready: AtomicBool::new(false), data: UnsafeCell::new(0) }, 2, work);
    });
}
