//! crossbeam-deque: the owner takes what a thief may steal.
use crossbeam_deque::{Steal, Worker};

fn main() {
    let worker = Worker::new_lifo();
    let stealer = worker.stealer();
    worker.push(1u64);
    let thief = std::thread::spawn(move || matches!(stealer.steal(), Steal::Success(_)));
    let took = worker.pop().is_some();
    let stole = thief.join().unwrap();
    assert!(!(took && stole));
}
