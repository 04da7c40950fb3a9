//@ verdict: ok
//@ about: the test is repeated under the write lock
use std::sync::RwLock;
use std::thread;

static SEATS: RwLock<i32> = RwLock::new(1);

fn book() -> bool {
    let mut seats = SEATS.write().unwrap();
    let free = *seats > 0;
    if free {
        *seats -= 1;
    }
    free
}

fn main() {
    let other = thread::spawn(book);
    let mine = book();
    assert!(mine != other.join().unwrap());
    assert_eq!(*SEATS.read().unwrap(), 0);
}
