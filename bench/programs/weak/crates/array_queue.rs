//! crossbeam-queue: a queue of one place, which is used twice.
use crossbeam_queue::ArrayQueue;
use std::sync::Arc;

fn main() {
    let queue = Arc::new(ArrayQueue::new(1));
    let sender = queue.clone();
    let other = std::thread::spawn(move || {
        let _ = sender.push(1u64);
        let _ = sender.push(2);
    });
    let (one, two) = (queue.pop(), queue.pop());
    assert!(one.is_none_or(|value| value <= 2));
    assert!(two.is_none_or(|value| value <= 2));
    other.join().unwrap();
}
