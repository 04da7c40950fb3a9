//@ verdict: error
//@ kind: panic
//@ line: 16
//@ args: --memory auto
//@ about: both see the other flag down
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};
use std::thread;

static FIRST: AtomicBool = AtomicBool::new(false);
static SECOND: AtomicBool = AtomicBool::new(false);
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn enter(mine: &AtomicBool, other: &AtomicBool) {
    mine.store(true, Release);
    if !other.load(Acquire) {
        assert_eq!(INSIDE.fetch_add(1, Relaxed), 0); //~ panic
        INSIDE.fetch_sub(1, Relaxed);
        mine.store(false, Release);
    }
}

fn main() {
    let other = thread::spawn(|| enter(&SECOND, &FIRST));
    enter(&FIRST, &SECOND);
    other.join().unwrap();
}
