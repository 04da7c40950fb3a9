//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: a weak pointer cannot be upgraded when the last owner may be gone
use std::sync::Arc;
use std::thread;

fn main() {
    let owner = Arc::new(5);
    let weak = Arc::downgrade(&owner);
    let other = thread::spawn(move || drop(owner));
    let value = weak.upgrade().expect("the owner is gone"); //~ panic
    assert_eq!(*value, 5);
    other.join().unwrap();
}
