//@ verdict: error
//@ kind: deadlock
//@ about: the flag is set without the lock, between the look at it and the wait: the notification is lost
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Condvar, Mutex};
static LOCK: Mutex<()> = Mutex::new(());
static CHANGED: Condvar = Condvar::new();
static READY: AtomicBool = AtomicBool::new(false);
fn main() {
    let t = std::thread::spawn(|| {
        READY.store(true, SeqCst);
        CHANGED.notify_one();
    });
    let mut guard = LOCK.lock().unwrap();
    while !READY.load(SeqCst) {
        guard = CHANGED.wait(guard).unwrap();
    }
    drop(guard);
    t.join().unwrap();
}
