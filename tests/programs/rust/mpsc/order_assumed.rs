//@ verdict: error
//@ kind: panic
//@ line: 13
//@ about: messages of two senders come in any order
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let other = sender.clone();
    let worker = thread::spawn(move || other.send(1).unwrap());
    sender.send(2).unwrap();
    assert_eq!(receiver.recv(), Ok(1)); //~ panic
    worker.join().unwrap();
}
