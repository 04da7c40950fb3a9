//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: try_lock is believed to succeed always
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| *LOCK.lock().unwrap() += 1);
    let value = *LOCK.try_lock().unwrap(); //~ panic
    assert!(value < 2);
    other.join().unwrap();
}
