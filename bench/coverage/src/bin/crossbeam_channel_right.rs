//! A bounded channel whose receiver takes what comes until the sender has gone.
use crossbeam_channel::bounded;
use std::thread;

fn main() {
    let (sender, receiver) = bounded(1);
    let producer = thread::spawn(move || {
        for number in 1..=2 {
            sender.send(number).unwrap();
        }
    });
    assert_eq!(receiver.iter().collect::<Vec<u32>>(), [1, 2]);
    producer.join().unwrap();
}
