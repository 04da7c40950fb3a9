//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: main parks and nobody is left to unpark it
use std::thread;

fn main() {
    let main = thread::current();
    let helper = thread::spawn(move || drop(main));
    helper.join().unwrap();
    thread::park(); //~ deadlock
}
