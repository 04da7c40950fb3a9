//@ verdict: ok
//@ about: main and a thread add to a counter in one operation each
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

static COUNTER: AtomicU32 = AtomicU32::new(0);

fn main() {
    let thread = thread::spawn(|| {
        COUNTER.fetch_add(1, SeqCst);
    });
    COUNTER.fetch_add(1, SeqCst);
    thread.join().unwrap();
    assert_eq!(COUNTER.load(SeqCst), 2);
}
