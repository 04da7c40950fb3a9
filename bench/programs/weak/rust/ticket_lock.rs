//! A ticket lock, three threads.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    next: AtomicUsize,
    serving: AtomicUsize,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, _: usize) {
    let ticket = shared.next.fetch_add(1, Relaxed);
    while shared.serving.load(Acquire) != ticket {
        thread::yield_now();
    }
    shared.data.with_mut(|data| unsafe { *data += 1 });
    shared.serving.store(ticket + 1, order(Release, Relaxed));
}

fn main() {
    model(|| {
        let (next, serving) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let shared = run(Shared { next, serving, data: UnsafeCell::new(0) }, 3, work);
        shared.data.with(|data| assert_eq!(unsafe { *data }, 3));
    });
}
