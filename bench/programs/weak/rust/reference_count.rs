//! Three owners read, and the last one writes.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    count: AtomicUsize,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

fn work(shared: &Shared, _: usize) {
    assert_eq!(shared.value.with(|value| unsafe { *value }), 7);
    if shared.count.fetch_sub(1, order(Release, Relaxed)) == 1 {
        fence(Acquire);
        shared.value.with_mut(|value| unsafe { *value = 0 });
    }
}

fn main() {
    model(|| {
        let (count, value) = (AtomicUsize::new(3), UnsafeCell::new(7));
        run(Shared { count, value }, 3, work);
    });
}
