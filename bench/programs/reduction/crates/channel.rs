//! Two senders with two messages each on a channel of crossbeam, and a receiver that takes what comes until both have gone.
use crossbeam_channel::unbounded;
use std::thread;

fn main() {
    let (sender, receiver) = unbounded();
    let other = sender.clone();
    let first = thread::spawn(move || {
        sender.send(1).unwrap();
        sender.send(2).unwrap();
    });
    let second = thread::spawn(move || {
        other.send(10).unwrap();
        other.send(20).unwrap();
    });
    assert_eq!(receiver.iter().sum::<u32>(), 33);
    first.join().unwrap();
    second.join().unwrap();
}
