//@ verdict: ok
//@ args: --memory c11
//@ about: a lock of the library is taken more often than values are kept, while another thread does not look at it
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::Mutex;
use std::thread;

static SEEN: AtomicU32 = AtomicU32::new(0);
static COUNTER: Mutex<u32> = Mutex::new(0);

fn main() {
    let other = thread::spawn(|| SEEN.store(1, Relaxed));
    for _ in 0..10 {
        *COUNTER.lock().unwrap() += 1;
    }
    assert!(SEEN.load(Relaxed) < 2);
    other.join().unwrap();
}
