//! A flag is released, and then raised by an update, which goes on with the release sequence, or by a store.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    flag: AtomicUsize,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, me: usize) {
    if me == 0 {
        shared.data.with_mut(|data| unsafe { *data = 7 });
        shared.flag.store(1, Release);
        if cfg!(wrong) {
            shared.flag.store(2, Relaxed);
        } else {
            shared.flag.fetch_add(1, Relaxed);
        }
    } else if shared.flag.load(Acquire) == 2 {
        shared.data.with(|data| assert_eq!(unsafe { *data }, 7));
    }
}

fn main() {
    model(|| {
        run(Shared { flag: AtomicUsize::new(0), data: UnsafeCell::new(0) }, 2, work);
    });
}
