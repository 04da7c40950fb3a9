//@ verdict: ok
//@ about: a cell is touched only with the mutex beside it in hand
use std::cell::UnsafeCell;
use std::sync::{Arc, Mutex};
use std::thread;

struct Shared {
    lock: Mutex<()>,
    value: UnsafeCell<u32>,
}

// The mutex is meant to make it so.
unsafe impl Sync for Shared {}

impl Shared {
    fn add(&self) {
        let _guard = self.lock.lock().unwrap();
        unsafe { *self.value.get() += 1 }
    }

    fn get(&self) -> u32 {
        let _guard = self.lock.lock().unwrap();
        unsafe { *self.value.get() }
    }
}

fn main() {
    let shared = Arc::new(Shared {
        lock: Mutex::new(()),
        value: UnsafeCell::new(0),
    });
    let other = shared.clone();
    let adding = thread::spawn(move || other.add());
    let seen = shared.get();
    adding.join().unwrap();
    assert!(seen <= 1);
}
