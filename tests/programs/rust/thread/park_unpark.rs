//@ verdict: ok
//@ about: unpark is remembered, whether it comes before or after park
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    let waiter = thread::spawn(|| {
        while !READY.load(Ordering::Acquire) {
            thread::park();
        }
    });
    READY.store(true, Ordering::Release);
    waiter.thread().unpark();
    waiter.join().unwrap();
}
