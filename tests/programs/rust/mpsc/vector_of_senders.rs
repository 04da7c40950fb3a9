//@ verdict: error
//@ kind: panic
//@ about: two threads push senders to one vector without a lock
use std::cell::UnsafeCell;
use std::sync::mpsc::{Sender, channel};
use std::thread;

struct Listeners(UnsafeCell<Vec<Sender<u32>>>);

unsafe impl Sync for Listeners {}

static LISTENERS: Listeners = Listeners(UnsafeCell::new(Vec::new()));

fn main() {
    let (sender, _receiver) = channel::<u32>();
    let second = sender.clone();
    let pusher = thread::spawn(move || unsafe { (*LISTENERS.0.get()).push(second) });
    unsafe { (*LISTENERS.0.get()).push(sender) };
    pusher.join().unwrap();
    assert_eq!(unsafe { (*LISTENERS.0.get()).len() }, 2);
}
