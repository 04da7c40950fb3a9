//@ verdict: error
//@ kind: exit-status
//@ line: 15
//@ args: --exit-status
//@ about: a nonzero status when the worker was first
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static WORKED: AtomicBool = AtomicBool::new(false);

fn main() {
    let worker = thread::spawn(|| WORKED.store(true, Ordering::SeqCst));
    if WORKED.load(Ordering::SeqCst) {
        process::exit(3); //~ exit-status
    }
    worker.join().unwrap();
}
