//@ verdict: error
//@ kind: data-race
//@ about: a ThreadId is compared while another thread writes it
use std::cell::UnsafeCell;
use std::thread::{self, ThreadId};

struct Owner(UnsafeCell<ThreadId>);

unsafe impl Sync for Owner {}

fn main() {
    let me = thread::current().id();
    let owner: &'static Owner = Box::leak(Box::new(Owner(UnsafeCell::new(me))));
    let other = thread::spawn(move || unsafe { *owner.0.get() = thread::current().id() });
    let _is_mine = unsafe { *owner.0.get() == me };
    other.join().unwrap();
}
