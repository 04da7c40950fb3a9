//@ verdict: error
//@ kind: panic
//@ args: --allow-thread-panics
//@ about: what a thread panicked with is dropped by main if the thread has ended before its handle is dropped
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};

static BY_MAIN: AtomicBool = AtomicBool::new(false);

struct Payload(ThreadId);

impl Drop for Payload {
    fn drop(&mut self) {
        if thread::current().id() == self.0 {
            BY_MAIN.store(true, Ordering::SeqCst);
        }
    }
}

fn main() {
    let main = thread::current().id();
    let handle = thread::spawn(move || {
        std::panic::panic_any(Payload(main));
    });
    drop(handle);
    assert!(!BY_MAIN.load(Ordering::SeqCst));
}
