//@ verdict: error
//@ kind: panic
//@ line: 20
//@ about: the lock is taken twice, once to read and once to write
use std::sync::Mutex;
use std::thread;

static COUNTER: Mutex<u32> = Mutex::new(0);

fn increment() {
    let seen = *COUNTER.lock().unwrap();
    *COUNTER.lock().unwrap() = seen + 1;
}

fn main() {
    let a = thread::spawn(increment);
    let b = thread::spawn(increment);
    a.join().unwrap();
    b.join().unwrap();
    assert_eq!(*COUNTER.lock().unwrap(), 2); //~ panic
}
