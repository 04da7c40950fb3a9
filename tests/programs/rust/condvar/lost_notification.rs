//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ about: the notification may come before the wait, and no flag remembers it
use std::sync::{Condvar, Mutex};
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());
static CONDITION: Condvar = Condvar::new();

fn main() {
    thread::spawn(|| CONDITION.notify_one());
    let guard = LOCK.lock().unwrap();
    let _guard = CONDITION.wait(guard).unwrap(); //~ deadlock
}
