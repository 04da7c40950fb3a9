//! Two transfers that take the mutexes of two accounts in opposite orders.
use parking_lot::Mutex;
use std::sync::Arc;
use std::thread;

fn main() {
    let one = Arc::new(Mutex::new(10));
    let two = Arc::new(Mutex::new(10));
    let (from, to) = (Arc::clone(&two), Arc::clone(&one));
    let back = thread::spawn(move || {
        let mut from = from.lock();
        let mut to = to.lock(); //~ deadlock
        *from -= 1;
        *to += 1;
    });
    {
        let mut from = one.lock();
        let mut to = two.lock(); //~ deadlock
        *from -= 2;
        *to += 2;
    }
    back.join().unwrap();
    assert_eq!(*one.lock() + *two.lock(), 20);
}
