//! A worker's queue from which another thread steals.
use crossbeam_deque::{Steal, Worker};
use std::thread;

fn main() {
    let worker = Worker::new_fifo();
    worker.push(1);
    worker.push(2);
    let stealer = worker.stealer();
    let thief = thread::spawn(move || match stealer.steal() {
        Steal::Success(task) => task,
        _ => 0,
    });
    let own: u32 = std::iter::from_fn(|| worker.pop()).sum();
    assert_eq!(own + thief.join().unwrap(), 3);
}
