//@ verdict: error
//@ kind: data-race
//@ about: a Thread is unparked while another thread overwrites the variable
use std::cell::UnsafeCell;
use std::thread::{self, Thread};

struct Variable(UnsafeCell<Thread>);

unsafe impl Sync for Variable {}

fn main() {
    let me = thread::current();
    let variable: &'static Variable = Box::leak(Box::new(Variable(UnsafeCell::new(me.clone()))));
    let writer = thread::spawn(move || unsafe { variable.0.get().write(thread::current()) });
    unsafe { (*variable.0.get()).unpark() };
    writer.join().unwrap();
    drop(me);
}
