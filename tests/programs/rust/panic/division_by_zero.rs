//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: dividing by a number that the other thread may have set to zero
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static PARTS: AtomicU32 = AtomicU32::new(4);

fn main() {
    let other = thread::spawn(|| PARTS.store(0, Ordering::SeqCst));
    let share = 100 / PARTS.load(Ordering::SeqCst); //~ panic
    assert_eq!(share, 25);
    other.join().unwrap();
}
