//! A counter that forgets: two atomic operations are not one atomic operation.
//!
//! Each access is atomic, so there is no data race and no tool that looks for races
//! complains. Yet when two threads load the same number, one increment is lost.
//! `trailhound check examples/counter.rs` shows how. The cure is `fetch_add(1, SeqCst)`.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::thread;

const THREADS: u32 = 2;

static COUNTER: AtomicU32 = AtomicU32::new(0);

fn increment() {
    let seen = COUNTER.load(SeqCst);
    // Here the other thread may load the same number.
    COUNTER.store(seen + 1, SeqCst);
}

fn main() {
    let threads: Vec<_> = (0..THREADS).map(|_| thread::spawn(increment)).collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(COUNTER.load(SeqCst), THREADS, "an increment was lost");
}
