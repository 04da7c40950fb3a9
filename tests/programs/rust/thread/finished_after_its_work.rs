//@ verdict: ok
//@ args: --memory sc
//@ about: what a thread has done is done when it says that it has ended, but for weaker orders: nothing synchronises
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static DONE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| DONE.store(1, SeqCst));
    if worker.is_finished() {
        assert_eq!(DONE.load(SeqCst), 1);
    }
    worker.join().unwrap();
}
