//! A receiver that takes the answer for sent because its thread has been started.
use std::thread;

fn main() {
    let (sender, receiver) = oneshot::channel();
    let worker = thread::spawn(move || sender.send(1).unwrap());
    assert_eq!(receiver.try_recv(), Ok(1)); //~ panic
    worker.join().unwrap();
}
