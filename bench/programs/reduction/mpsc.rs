//! Two senders with one message each on a channel of the standard library.
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let other = sender.clone();
    let first = thread::spawn(move || sender.send(1).unwrap());
    let second = thread::spawn(move || other.send(2).unwrap());
    let sum = receiver.recv().unwrap() + receiver.recv().unwrap();
    assert_eq!(sum, 3);
    first.join().unwrap();
    second.join().unwrap();
}
