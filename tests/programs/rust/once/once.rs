//@ verdict: ok
//@ about: call_once runs one closure, and all see what it did
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Once;
use std::thread;

static ONCE: Once = Once::new();
static CALLS: AtomicU32 = AtomicU32::new(0);

fn main() {
    let call = || {
        ONCE.call_once(|| {
            CALLS.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(CALLS.load(Ordering::Relaxed), 1);
    };
    let other = thread::spawn(call);
    call();
    assert!(ONCE.is_completed());
    other.join().unwrap();
}
