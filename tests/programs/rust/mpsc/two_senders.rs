//@ verdict: ok
//@ about: all messages of two senders arrive, then the channel is disconnected
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let other = sender.clone();
    let a = thread::spawn(move || sender.send(1).unwrap());
    let b = thread::spawn(move || other.send(10).unwrap());
    let sum: i32 = receiver.iter().sum();
    assert_eq!(sum, 11);
    a.join().unwrap();
    b.join().unwrap();
}
