//! crossbeam-queue: an unbounded queue.
use crossbeam_queue::SegQueue;
use std::sync::Arc;

fn main() {
    let queue = Arc::new(SegQueue::new());
    let sender = queue.clone();
    let other = std::thread::spawn(move || sender.push(7u64));
    assert!(queue.pop().is_none_or(|value| value == 7));
    other.join().unwrap();
}
