//@ verdict: error
//@ kind: data-race
//@ about: that a lock is poisoned does not order what the thread that failed has written
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static mut SHARED: u64 = 0;

fn main() {
    let writer = thread::spawn(|| {
        unsafe { SHARED = 1 }
        let _ = std::panic::catch_unwind(|| {
            let _held = LOCK.lock().unwrap();
            panic!("the lock stays poisoned");
        });
    });
    if LOCK.is_poisoned() {
        unsafe { SHARED = 2 }
    }
    writer.join().unwrap();
}
