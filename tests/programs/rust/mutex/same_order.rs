//@ verdict: ok
//@ about: two threads take two mutexes in the same order
use std::sync::Mutex;
use std::thread;

static LEFT: Mutex<i32> = Mutex::new(1);
static RIGHT: Mutex<i32> = Mutex::new(2);

fn transfer(amount: i32) {
    let mut left = LEFT.lock().unwrap();
    let mut right = RIGHT.lock().unwrap();
    *left -= amount;
    *right += amount;
}

fn main() {
    let other = thread::spawn(|| transfer(5));
    transfer(7);
    other.join().unwrap();
    assert_eq!((*LEFT.lock().unwrap(), *RIGHT.lock().unwrap()), (-11, 14));
}
