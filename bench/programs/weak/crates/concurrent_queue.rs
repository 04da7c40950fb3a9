//! concurrent-queue: a queue of one place.
use concurrent_queue::ConcurrentQueue;
use std::sync::Arc;

fn main() {
    let queue = Arc::new(ConcurrentQueue::bounded(1));
    let sender = queue.clone();
    let other = std::thread::spawn(move || {
        let _ = sender.push(7u64);
    });
    assert!(queue.pop().map_or(true, |value| value == 7));
    other.join().unwrap();
}
