//@ verdict: ok
//@ args: --races off
//@ about: the same race without an assertion, and races ignored
use std::thread;

static mut COUNTER: u32 = 0;

fn increment() {
    unsafe { COUNTER += 1 };
}

fn main() {
    let a = thread::spawn(increment);
    increment();
    a.join().unwrap();
}
