//@ verdict: ok
//@ args: --memory c11
//@ about: a payload behind a Release store that an Acquire load reads
use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

struct Slot {
    ready: AtomicBool,
    payload: UnsafeCell<u32>,
}

unsafe impl Sync for Slot {}

static SLOT: Slot = Slot { ready: AtomicBool::new(false), payload: UnsafeCell::new(0) };

fn main() {
    let producer = thread::spawn(|| {
        unsafe { *SLOT.payload.get() = 42 };
        SLOT.ready.store(true, Release);
    });
    if SLOT.ready.load(Acquire) {
        assert_eq!(unsafe { *SLOT.payload.get() }, 42);
    }
    producer.join().unwrap();
}
