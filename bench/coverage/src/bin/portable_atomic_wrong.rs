//! Two threads that add to a float by loading and storing.
use portable_atomic::{AtomicF64, Ordering};
use std::thread;

static SUM: AtomicF64 = AtomicF64::new(0.0);

fn add() {
    SUM.store(SUM.load(Ordering::SeqCst) + 1.0, Ordering::SeqCst);
}

fn main() {
    let helper = thread::spawn(add);
    add();
    helper.join().unwrap();
    assert_eq!(SUM.load(Ordering::SeqCst), 2.0); //~ panic
}
