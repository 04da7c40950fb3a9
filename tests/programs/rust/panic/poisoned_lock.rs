//@ verdict: ok
//@ about: a caught panic under a lock poisons it, and the poison can be looked through
use std::panic;
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(1);

fn main() {
    let worker = thread::spawn(|| {
        let result = panic::catch_unwind(|| {
            let mut value = LOCK.lock().unwrap();
            *value = 2;
            panic!("while holding the lock");
        });
        assert!(result.is_err());
    });
    worker.join().unwrap();
    assert!(LOCK.is_poisoned());
    match LOCK.lock() {
        Ok(_) => unreachable!(),
        Err(poisoned) => assert_eq!(*poisoned.into_inner(), 2),
    }
    LOCK.clear_poison();
    assert_eq!(*LOCK.lock().unwrap(), 2);
}
