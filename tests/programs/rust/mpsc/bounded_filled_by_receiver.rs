//@ verdict: error
//@ kind: deadlock
//@ line: 10
//@ about: the only receiver fills its own bounded channel
use std::sync::mpsc;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(1);
    sender.send(1).unwrap();
    sender.send(2).unwrap(); //~ deadlock
    assert_eq!(receiver.recv(), Ok(1));
}
