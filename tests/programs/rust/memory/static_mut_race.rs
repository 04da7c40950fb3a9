//@ verdict: error
//@ kind: panic
//@ line: 19
//@ about: a static mut counter loses an update
use std::thread;

static mut COUNTER: u32 = 0;

fn increment() {
    unsafe { COUNTER += 1 };
}

fn main() {
    let a = thread::spawn(increment);
    let b = thread::spawn(increment);
    a.join().unwrap();
    b.join().unwrap();
    let total = unsafe { COUNTER };
    assert_eq!(total, 2); //~ panic
}
