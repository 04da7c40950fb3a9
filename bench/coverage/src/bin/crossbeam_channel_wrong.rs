//! Two receivers of which each looks whether there is a message, and then takes it for certain.
use crossbeam_channel::unbounded;
use std::thread;

fn main() {
    let (sender, receiver) = unbounded();
    sender.send(1).unwrap();
    let other = receiver.clone();
    let helper = thread::spawn(move || {
        if !other.is_empty() {
            assert_eq!(other.try_recv().unwrap(), 1); //~ panic
        }
    });
    if !receiver.is_empty() {
        assert_eq!(receiver.try_recv().unwrap(), 1); //~ panic
    }
    helper.join().unwrap();
}
