//! A thief that takes an empty-handed attempt for success: it does not expect to lose the race.
use crossbeam_deque::Worker;
use std::thread;

fn main() {
    let worker = Worker::new_lifo();
    worker.push(1);
    let stealer = worker.stealer();
    let thief = thread::spawn(move || {
        if !stealer.is_empty() {
            assert_eq!(stealer.steal().success(), Some(1)); //~ panic
        }
    });
    worker.pop();
    thief.join().unwrap();
}
