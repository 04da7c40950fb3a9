//! Two threads that look whether the queue has an element before they take one.
use crossbeam_queue::SegQueue;
use std::sync::Arc;
use std::thread;

fn take(queue: &SegQueue<u32>) {
    if !queue.is_empty() {
        assert_eq!(queue.pop().unwrap(), 1); //~ panic
    }
}

fn main() {
    let queue = Arc::new(SegQueue::new());
    queue.push(1);
    let other = Arc::clone(&queue);
    let helper = thread::spawn(move || take(&other));
    take(&queue);
    helper.join().unwrap();
}
