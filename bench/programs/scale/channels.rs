//! Workers that pass messages through a chain of channels: many states, no error.

use std::sync::mpsc::sync_channel;
use std::thread;

const WORKERS: usize = 3;
const MESSAGES: u32 = 3;

fn main() {
    let (first, mut end) = sync_channel::<u32>(1);
    let mut workers = Vec::new();
    for _ in 0..WORKERS {
        let (sender, receiver) = sync_channel::<u32>(1);
        let source = std::mem::replace(&mut end, receiver);
        workers.push(thread::spawn(move || {
            for message in source {
                sender.send(message + 1).unwrap();
            }
        }));
    }
    let feeder = thread::spawn(move || {
        for message in 0..MESSAGES {
            first.send(message).unwrap();
        }
    });
    let mut expected = WORKERS as u32;
    for message in end {
        assert_eq!(message, expected);
        expected += 1;
    }
    feeder.join().unwrap();
    for worker in workers {
        worker.join().unwrap();
    }
}
