//@ verdict: error
//@ kind: assertion
//@ line: 14
//@ about: one choice together with one schedule fails
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;
use trailhound::{check, toss};

static LIMIT: AtomicU32 = AtomicU32::new(1);

fn main() {
    let guess = toss(4);
    let other = thread::spawn(|| LIMIT.store(3, SeqCst));
    check!(LIMIT.load(SeqCst) == 1 || guess != 3); //~ assertion
    other.join().unwrap();
}
