//@ verdict: ok
//@ about: two read guards may be held at once
use std::sync::{Barrier, RwLock};
use std::thread;

fn main() {
    let lock = RwLock::new(5);
    let both = Barrier::new(2);
    let reader = || {
        let guard = lock.read().unwrap();
        both.wait();
        *guard
    };
    let sum = thread::scope(|scope| {
        let other = scope.spawn(reader);
        reader() + other.join().unwrap()
    });
    assert_eq!(sum, 10);
}
