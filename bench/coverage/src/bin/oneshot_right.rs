//! The answer of a thread to the thread that waits for it.
use std::thread;

fn main() {
    let (sender, receiver) = oneshot::channel();
    let worker = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.recv(), Ok(1));
    worker.join().unwrap();
}
