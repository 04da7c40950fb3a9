//@ verdict: error
//@ kind: use-after-free
//@ line: 16
//@ about: a raw pointer into a box that its owner may have dropped
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

struct Address(*const AtomicU32);
unsafe impl Send for Address {}

fn main() {
    let owner = Box::new(AtomicU32::new(1));
    let address = Address(&*owner);
    let reader = thread::spawn(move || {
        let address = address;
        unsafe { (*address.0).load(Ordering::SeqCst) } //~ use-after-free
    });
    drop(owner);
    reader.join().unwrap();
}
