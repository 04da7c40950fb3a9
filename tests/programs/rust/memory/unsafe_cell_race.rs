//@ verdict: error
//@ kind: data-race
//@ line: 14
//@ about: an UnsafeCell that is declared Sync without reason
use std::cell::UnsafeCell;
use std::thread;

struct Shared(UnsafeCell<u32>);
unsafe impl Sync for Shared {}

static COUNTER: Shared = Shared(UnsafeCell::new(0));

fn increment() {
    unsafe { *COUNTER.0.get() += 1 }; //~ data-race
}

fn main() {
    let other = thread::spawn(increment);
    increment();
    other.join().unwrap();
}
