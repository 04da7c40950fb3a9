//@ verdict: error
//@ kind: panic
//@ about: in which order threads get their numbers can be read from what is printed of them
use std::thread;

fn main() {
    let first = thread::spawn(|| thread::spawn(|| {}).thread().id());
    let second = thread::spawn(|| thread::spawn(|| {}).thread().id());
    let (first, second) = (first.join().unwrap(), second.join().unwrap());
    let (first, second) = (format!("{first:?}"), format!("{second:?}"));
    assert!(first < second);
}
