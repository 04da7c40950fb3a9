//! crossbeam-deque: the owner takes one of two items while a thief steals twice.
use crossbeam_deque::{Steal, Worker};

fn main() {
    let worker = Worker::new_lifo();
    let stealer = worker.stealer();
    worker.push(1u64);
    worker.push(2);
    let thief = std::thread::spawn(move || {
        let steal = || match stealer.steal() {
            Steal::Success(item) => item,
            Steal::Empty | Steal::Retry => 0,
        };
        [steal(), steal()]
    });
    let took = worker.pop().unwrap_or(0);
    let stole = thief.join().unwrap();
    assert!(took == 0 || !stole.contains(&took));
}
