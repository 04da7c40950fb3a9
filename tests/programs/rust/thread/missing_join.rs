//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: main looks before the thread has surely finished
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static DONE: AtomicBool = AtomicBool::new(false);

fn main() {
    let worker = thread::spawn(|| DONE.store(true, Ordering::SeqCst));
    assert!(DONE.load(Ordering::SeqCst)); //~ panic
    worker.join().unwrap();
}
