//@ verdict: error
//@ kind: panic
//@ line: 14
//@ about: a hand-made lock that tests and sets in two steps
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::SeqCst};
use std::thread;

static TAKEN: AtomicBool = AtomicBool::new(false);
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn critical() {
    while TAKEN.load(SeqCst) {}
    TAKEN.store(true, SeqCst);
    assert_eq!(INSIDE.fetch_add(1, SeqCst), 0); //~ panic
    INSIDE.fetch_sub(1, SeqCst);
    TAKEN.store(false, SeqCst);
}

fn main() {
    let other = thread::spawn(critical);
    critical();
    other.join().unwrap();
}
