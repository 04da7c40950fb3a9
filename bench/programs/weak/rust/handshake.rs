//! Two threads take turns with a plain variable, three times.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    turn: AtomicUsize,
    data: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, me: usize) {
    for _ in 0..3 {
        while shared.turn.load(Acquire) != me {
            thread::yield_now();
        }
        shared.data.with_mut(|data| unsafe { *data += 1 });
        shared.turn.store(1 - me, order(Release, Relaxed));
    }
}

fn main() {
    model(|| {
        let shared = run(Shared { turn: AtomicUsize::new(0), data: UnsafeCell::new(0) }, 2, work);
        shared.data.with(|data| assert_eq!(unsafe { *data }, 6));
    });
}
