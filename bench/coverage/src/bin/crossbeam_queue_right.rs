//! Two threads that push to a queue of fixed length.
use crossbeam_queue::ArrayQueue;
use std::sync::Arc;
use std::thread;

fn main() {
    let queue = Arc::new(ArrayQueue::new(2));
    let other = Arc::clone(&queue);
    let helper = thread::spawn(move || other.push(1).unwrap());
    queue.push(2).unwrap();
    helper.join().unwrap();
    assert_eq!(queue.push(3), Err(3));
    assert_eq!(queue.pop().unwrap() + queue.pop().unwrap(), 3);
}
