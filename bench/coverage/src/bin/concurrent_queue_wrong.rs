//! Two producers that each take the queue to have room because it was not full.
use concurrent_queue::ConcurrentQueue;
use std::sync::Arc;
use std::thread;

fn offer(queue: &ConcurrentQueue<u32>) {
    if !queue.is_full() {
        queue.push(1).unwrap(); //~ panic
    }
}

fn main() {
    let queue = Arc::new(ConcurrentQueue::bounded(1));
    let other = Arc::clone(&queue);
    let helper = thread::spawn(move || offer(&other));
    offer(&queue);
    helper.join().unwrap();
    assert_eq!(queue.len(), 1);
}
