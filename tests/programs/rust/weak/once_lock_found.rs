//@ verdict: ok
//@ about: who finds the value of a OnceLock sees what was written before, and all agree on the first
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static VALUE: OnceLock<u32> = OnceLock::new();
static WRITTEN: AtomicU32 = AtomicU32::new(0);

fn main() {
    let thread = thread::spawn(|| {
        WRITTEN.store(7, Ordering::Relaxed);
        VALUE.set(1).unwrap();
    });
    if let Some(value) = VALUE.get() {
        assert_eq!(*value, 1);
        assert_eq!(WRITTEN.load(Ordering::Relaxed), 7);
    }
    thread.join().unwrap();
    assert_eq!(VALUE.get(), Some(&1));
}
