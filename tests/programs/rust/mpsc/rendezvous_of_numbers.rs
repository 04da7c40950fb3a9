//@ verdict: ok
//@ about: a result that is passed in one register with undefined padding, whose number decides a branch
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::sync_channel::<i32>(0);
    let producer = thread::spawn(move || {
        for number in 0..2 {
            sender.send(number).unwrap();
        }
    });
    assert_eq!(receiver.recv(), Ok(0));
    assert_eq!(receiver.recv(), Ok(1));
    assert!(receiver.recv().is_err());
    producer.join().unwrap();
}
