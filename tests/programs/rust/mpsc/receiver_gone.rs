//@ verdict: error
//@ kind: panic
//@ line: 11
//@ about: sending fails when the receiver may already be gone
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let impatient = thread::spawn(move || receiver.try_recv().unwrap_or(0));
    sender.send(1).unwrap(); //~ panic
    assert!(impatient.join().unwrap() < 2);
}
