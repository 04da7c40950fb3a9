//@ verdict: error
//@ kind: panic
//@ line: 22
//@ about: a lock can be poisoned between a look at what its user does and the question whether it is
use std::panic::catch_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static STARTED: AtomicU32 = AtomicU32::new(0);
static LOCK: Mutex<u32> = Mutex::new(0);

fn main() {
    let worker = thread::spawn(|| {
        STARTED.store(1, SeqCst);
        let _ = catch_unwind(|| {
            let _guard = LOCK.lock();
            panic!("poisons the lock");
        });
    });
    if STARTED.load(SeqCst) == 0 {
        assert!(!LOCK.is_poisoned());
    }
    worker.join().unwrap();
}
