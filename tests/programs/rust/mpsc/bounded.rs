//@ verdict: ok
//@ about: a bounded channel makes the sender wait and keeps the order
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(1);
    let producer = thread::spawn(move || {
        for i in 0..3 {
            sender.send(i).unwrap();
        }
    });
    for i in 0..3 {
        assert_eq!(receiver.recv(), Ok(i));
    }
    assert!(receiver.recv().is_err());
    producer.join().unwrap();
}
