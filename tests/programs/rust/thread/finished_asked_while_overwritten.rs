//@ verdict: error
//@ kind: data-race
//@ about: a JoinHandle is asked whether its thread has ended while another thread overwrites it
use std::cell::UnsafeCell;
use std::thread::{self, JoinHandle};

struct Variable(UnsafeCell<JoinHandle<()>>);

unsafe impl Sync for Variable {}

fn main() {
    let second = thread::spawn(|| {});
    let first = thread::spawn(|| {});
    let variable: &'static Variable = Box::leak(Box::new(Variable(UnsafeCell::new(first))));
    let reader = thread::spawn(move || unsafe { (*variable.0.get()).is_finished() });
    unsafe { std::ptr::write(variable.0.get(), second) };
    reader.join().unwrap();
}
