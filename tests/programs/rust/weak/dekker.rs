//@ verdict: ok
//@ args: --memory c11
//@ about: one of two SeqCst stores is seen by the other thread
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::*};
use std::thread;

static FIRST: AtomicBool = AtomicBool::new(false);
static SECOND: AtomicBool = AtomicBool::new(false);
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn enter(mine: &AtomicBool, other: &AtomicBool) {
    mine.store(true, SeqCst);
    if !other.load(SeqCst) {
        assert_eq!(INSIDE.fetch_add(1, Relaxed), 0);
        INSIDE.fetch_sub(1, Relaxed);
        mine.store(false, SeqCst);
    }
}

fn main() {
    let other = thread::spawn(|| enter(&SECOND, &FIRST));
    enter(&FIRST, &SECOND);
    other.join().unwrap();
}
