//@ verdict: error
//@ kind: livelock
//@ line: 9
//@ about: the worker locks again and again, and nobody sets what it waits for
use std::sync::{Arc, Mutex};
use std::thread;

fn worker(stop: &Mutex<bool>) {
    while !*stop.lock().unwrap() {} //~ livelock
}

fn main() {
    let stop = Arc::new(Mutex::new(false));
    let other = Arc::clone(&stop);
    let first = thread::spawn(move || worker(&other));
    worker(&stop);
    first.join().unwrap();
}
