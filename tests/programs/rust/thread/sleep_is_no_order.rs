//@ verdict: error
//@ kind: panic
//@ line: 17
//@ about: a longer sleep in main does not mean that the worker is first
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

static VALUE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        thread::sleep(Duration::from_micros(1));
        VALUE.store(1, Ordering::SeqCst);
    });
    thread::sleep(Duration::from_millis(100));
    assert_eq!(VALUE.load(Ordering::SeqCst), 1); //~ panic
    worker.join().unwrap();
}
