//@ verdict: ok
//@ about: a thread that catches its own panic ends normally
use std::panic;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static TURN: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        panic::catch_unwind(|| assert_eq!(TURN.load(Ordering::SeqCst), 0)).is_ok()
    });
    TURN.store(1, Ordering::SeqCst);
    worker.join().unwrap();
}
