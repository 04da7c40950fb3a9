//@ verdict: error
//@ kind: data-race
//@ about: a channel is dropped with a message that another thread has read without happening before
use std::any::Any;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::channel;
use std::thread;

static READ: AtomicBool = AtomicBool::new(false);

struct Place(*const u32);

unsafe impl Send for Place {}

fn main() {
    let boxed = Box::new(5u32);
    let place = Place(&*boxed);
    let (sender, receiver) = channel::<Box<dyn Any + Send>>();
    sender.send(boxed).unwrap();
    let reader = thread::spawn(move || {
        let place = place;
        assert_eq!(unsafe { *place.0 }, 5);
        READ.store(true, Relaxed);
    });
    while !READ.load(Relaxed) {}
    drop(receiver);
    reader.join().unwrap();
    drop(sender);
}
