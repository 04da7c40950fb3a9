//@ verdict: error
//@ kind: panic
//@ line: 17
//@ about: Peterson's algorithm with its first two stores exchanged
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::thread;

static WANTS: [AtomicBool; 2] = [AtomicBool::new(false), AtomicBool::new(false)];
static TURN: AtomicUsize = AtomicUsize::new(0);
static INSIDE: AtomicU32 = AtomicU32::new(0);

fn enter(me: usize) {
    let other = 1 - me;
    TURN.store(other, SeqCst);
    WANTS[me].store(true, SeqCst);
    while WANTS[other].load(SeqCst) && TURN.load(SeqCst) == other {}
    assert_eq!(INSIDE.fetch_add(1, SeqCst), 0); //~ panic
    INSIDE.fetch_sub(1, SeqCst);
    WANTS[me].store(false, SeqCst);
}

fn main() {
    let other = thread::spawn(|| enter(1));
    enter(0);
    other.join().unwrap();
}
