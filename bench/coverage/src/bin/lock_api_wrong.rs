//! A spin lock that looks at its flag and then sets it, in two operations.
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
        if self.0.load(Ordering::Acquire) {
            return false;
        }
        self.0.store(true, Ordering::Relaxed);
        true
    }

    unsafe fn unlock(&self) {
        self.0.store(false, Ordering::Release);
    }
}

type Spinlock<T> = lock_api::Mutex<RawSpinlock, T>;

fn main() {
    let count = Arc::new(Spinlock::new(0));
    let other = Arc::clone(&count);
    let helper = thread::spawn(move || *other.lock() += 1); //~ data-race
    *count.lock() += 1; //~ data-race
    helper.join().unwrap();
    assert_eq!(*count.lock(), 2); //~ panic
}
