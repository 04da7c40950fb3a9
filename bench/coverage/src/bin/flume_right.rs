//! Messages of a thread, received until it has gone.
use std::thread;

fn main() {
    let (sender, receiver) = flume::bounded(1);
    let producer = thread::spawn(move || {
        for number in 1..=2 {
            sender.send(number).unwrap();
        }
    });
    assert_eq!(receiver.iter().sum::<u32>(), 3);
    producer.join().unwrap();
}
