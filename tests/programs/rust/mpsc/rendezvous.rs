//@ verdict: ok
//@ about: a channel without buffer hands over directly
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel(0);
    let producer = thread::spawn(move || sender.send("baton").unwrap());
    assert_eq!(receiver.recv(), Ok("baton"));
    producer.join().unwrap();
}
