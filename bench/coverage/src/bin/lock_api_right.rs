//! A spin lock made of an atomic flag, as the documentation of the crate has it.
use lock_api::{GuardSend, RawMutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

struct RawSpinlock(AtomicBool);

unsafe impl RawMutex for RawSpinlock {
    #[allow(clippy::declare_interior_mutable_const)]
    const INIT: RawSpinlock = RawSpinlock(AtomicBool::new(false));

    type GuardMarker = GuardSend;

    fn lock(&self) {
        while !self.try_lock() {
            std::hint::spin_loop();
        }
    }

    fn try_lock(&self) -> bool {
        self.0
            .compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_ok()
    }

    unsafe fn unlock(&self) {
        self.0.store(false, Ordering::Release);
    }
}

type Spinlock<T> = lock_api::Mutex<RawSpinlock, T>;

fn main() {
    let count = Arc::new(Spinlock::new(0));
    let other = Arc::clone(&count);
    let helper = thread::spawn(move || *other.lock() += 1);
    *count.lock() += 1;
    helper.join().unwrap();
    assert_eq!(*count.lock(), 2);
}
