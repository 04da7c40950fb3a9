//@ verdict: ok
//@ about: the content of an Arc is dropped once, by the last owner
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Arc;
use std::thread;

static DROPS: AtomicU32 = AtomicU32::new(0);

struct Resource;

impl Drop for Resource {
    fn drop(&mut self) {
        DROPS.fetch_add(1, Ordering::SeqCst);
    }
}

fn main() {
    let first = Arc::new(Resource);
    let second = Arc::clone(&first);
    let other = thread::spawn(move || drop(second));
    drop(first);
    other.join().unwrap();
    assert_eq!(DROPS.load(Ordering::SeqCst), 1);
}
