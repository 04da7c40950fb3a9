//! A sender that takes the channel to have room because it looked a moment ago.
use async_channel::bounded;
use std::thread;

fn main() {
    let (sender, receiver) = bounded(1);
    let other = sender.clone();
    let send = |sender: async_channel::Sender<u32>| {
        if !sender.is_full() {
            sender.try_send(1).unwrap(); //~ panic
        }
    };
    let helper = thread::spawn(move || send(other));
    send(sender);
    helper.join().unwrap();
    assert_eq!(receiver.try_recv(), Ok(1));
}
