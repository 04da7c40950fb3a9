//@ verdict: ok
//@ about: sequential consistency: at least one of two threads sees the other's store
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

static X: AtomicBool = AtomicBool::new(false);
static Y: AtomicBool = AtomicBool::new(false);

fn main() {
    let other = thread::spawn(|| {
        X.store(true, SeqCst);
        Y.load(SeqCst)
    });
    Y.store(true, SeqCst);
    let mine = X.load(SeqCst);
    assert!(mine || other.join().unwrap());
}
