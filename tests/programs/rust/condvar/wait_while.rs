//@ verdict: ok
//@ about: wait_while with two waiters and notify_all
use std::sync::{Condvar, Mutex};
use std::thread;

static GATE: Mutex<bool> = Mutex::new(false);
static OPENED: Condvar = Condvar::new();

fn pass() {
    let open = OPENED.wait_while(GATE.lock().unwrap(), |open| !*open).unwrap();
    assert!(*open);
}

fn main() {
    thread::scope(|scope| {
        scope.spawn(pass);
        scope.spawn(pass);
        *GATE.lock().unwrap() = true;
        OPENED.notify_all();
    });
}
