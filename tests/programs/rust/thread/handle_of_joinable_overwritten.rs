//@ verdict: error
//@ kind: use-after-free
//@ about: a JoinHandle is asked for its thread while another one overwrites it
use std::cell::UnsafeCell;
use std::thread::{self, JoinHandle};

struct Variable(UnsafeCell<JoinHandle<()>>);

unsafe impl Sync for Variable {}

fn main() {
    let handle = thread::spawn(|| {});
    let variable: &'static Variable = Box::leak(Box::new(Variable(UnsafeCell::new(handle))));
    let reader = thread::spawn(move || unsafe { (*variable.0.get()).thread().id() });
    unsafe { *variable.0.get() = thread::spawn(|| {}) };
    reader.join().unwrap();
}
