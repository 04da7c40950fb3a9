//@ verdict: error
//@ kind: data-race
//@ about: an iterator over a channel is overwritten while another thread asks it
use std::cell::UnsafeCell;
use std::sync::mpsc::{IntoIter, channel};
use std::thread;

struct Variable(UnsafeCell<IntoIter<u32>>);

unsafe impl Sync for Variable {}

fn main() {
    let (first, receiver) = channel();
    first.send(1).unwrap();
    let variable: &'static Variable =
        Box::leak(Box::new(Variable(UnsafeCell::new(receiver.into_iter()))));
    let (second, receiver) = channel();
    second.send(2).unwrap();
    let reader = thread::spawn(move || unsafe { (*variable.0.get()).next() });
    unsafe { std::ptr::write(variable.0.get(), receiver.into_iter()) };
    reader.join().unwrap();
    drop((first, second));
}
