//@ verdict: error
//@ kind: panic
//@ line: 13
//@ about: a thread can end between a look at what it does and the question whether it has ended
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static DONE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| DONE.store(1, SeqCst));
    if DONE.load(SeqCst) == 0 {
        assert!(!worker.is_finished());
    }
    worker.join().unwrap();
}
