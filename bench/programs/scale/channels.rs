//! A thread that passes messages to another through a channel: many states, no error.

use std::sync::mpsc::sync_channel;
use std::thread;

const MESSAGES: u32 = 6;

fn main() {
    let (sender, receiver) = sync_channel::<u32>(1);
    let feeder = thread::spawn(move || {
        for message in 0..MESSAGES {
            sender.send(message).unwrap();
        }
    });
    let mut expected = 0;
    for message in receiver {
        assert_eq!(message, expected);
        expected += 1;
    }
    feeder.join().unwrap();
}
