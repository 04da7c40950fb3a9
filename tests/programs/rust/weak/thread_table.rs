//@ verdict: ok
//@ args: --memory c11
//@ about: a table of values of threads whose entries are released
use std::cell::UnsafeCell;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering::*};
use std::thread;

struct Entry {
    present: AtomicBool,
    value: UnsafeCell<MaybeUninit<u64>>,
}

/// A value for each thread, all of which one thread can go through.
struct Table([Entry; 2]);

unsafe impl Sync for Table {}

impl Table {
    fn insert(&self, thread: usize, value: u64) {
        let entry = &self.0[thread];
        unsafe { (*entry.value.get()).write(value) };
        entry.present.store(true, Release);
    }

    fn sum(&self) -> u64 {
        let present = self.0.iter().filter(|entry| entry.present.load(Acquire));
        present.map(|entry| unsafe { (*entry.value.get()).assume_init_read() }).sum()
    }
}

const EMPTY: Entry =
    Entry { present: AtomicBool::new(false), value: UnsafeCell::new(MaybeUninit::uninit()) };

static TABLE: Table = Table([EMPTY, EMPTY]);

fn main() {
    let other = thread::spawn(|| TABLE.insert(1, 10));
    TABLE.insert(0, 1);
    let sum = TABLE.sum();
    assert!(sum == 1 || sum == 11);
    other.join().unwrap();
}
