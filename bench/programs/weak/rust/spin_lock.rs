//! A spin lock by exchange, three threads.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    taken: AtomicBool,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, _: usize) {
    while shared.taken.swap(true, Acquire) {
        thread::yield_now();
    }
    shared.data.with_mut(|data| unsafe { *data += 1 });
    shared.taken.store(false, order(Release, Relaxed));
}

fn main() {
    model(|| {
        let shared = run(Shared { taken: AtomicBool::new(false), data: UnsafeCell::new(0) }, 3, work);
        shared.data.with(|data| assert_eq!(unsafe { *data }, 3));
    });
}
