//! A queue that one thread fills and the other empties.
use concurrent_queue::ConcurrentQueue;
use std::sync::Arc;
use std::thread;

fn main() {
    let queue = Arc::new(ConcurrentQueue::bounded(2));
    let other = Arc::clone(&queue);
    let producer = thread::spawn(move || {
        other.push(1).unwrap();
        other.push(2).unwrap();
    });
    let early = queue.pop();
    producer.join().unwrap();
    let expected = if early.is_ok() { 2 } else { 1 };
    assert_eq!(queue.pop(), Ok(expected));
}
