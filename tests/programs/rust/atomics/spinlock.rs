//@ verdict: ok
//@ about: a hand-made spin lock around an UnsafeCell
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct SpinLock {
    taken: AtomicBool,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for SpinLock {}

impl SpinLock {
    fn with<R>(&self, work: impl FnOnce(&mut u32) -> R) -> R {
        while self.taken.compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed).is_err() {
            std::hint::spin_loop();
        }
        let result = work(unsafe { &mut *self.value.get() });
        self.taken.store(false, Ordering::Release);
        result
    }
}

static LOCK: SpinLock = SpinLock { taken: AtomicBool::new(false), value: UnsafeCell::new(0) };

fn main() {
    let other = thread::spawn(|| LOCK.with(|n| *n += 1));
    LOCK.with(|n| *n += 1);
    other.join().unwrap();
    assert_eq!(LOCK.with(|n| *n), 2);
}
