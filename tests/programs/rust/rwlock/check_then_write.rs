//@ verdict: error
//@ kind: panic
//@ line: 21
//@ about: the world changes between the read lock and the write lock
use std::sync::RwLock;
use std::thread;

static SEATS: RwLock<i32> = RwLock::new(1);

fn book() {
    let free = *SEATS.read().unwrap() > 0;
    if free {
        *SEATS.write().unwrap() -= 1;
    }
}

fn main() {
    let other = thread::spawn(book);
    book();
    other.join().unwrap();
    assert!(*SEATS.read().unwrap() >= 0); //~ panic
}
