//@ verdict: error
//@ kind: deadlock
//@ line: 14
//@ about: the receiver waits for the end of a channel whose sender it still holds itself
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let theirs = sender.clone();
    let worker = thread::spawn(move || theirs.send(1).unwrap());
    worker.join().unwrap();
    assert_eq!(receiver.recv(), Ok(1));
    assert!(receiver.recv().is_err()); //~ deadlock
    drop(sender);
}
