//@ verdict: error
//@ kind: panic
//@ line: 18
//@ about: unwrapping a lock that the other thread's caught panic may have poisoned
use std::panic;
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(1);

fn main() {
    let worker = thread::spawn(|| {
        let _ = panic::catch_unwind(|| {
            let _guard = LOCK.lock();
            panic!("while holding the lock");
        });
    });
    let value = *LOCK.lock().unwrap(); //~ panic
    assert_eq!(value, 1);
    worker.join().unwrap();
}
