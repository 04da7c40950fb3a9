//@ verdict: error
//@ kind: panic
//@ about: a panic that is caught and goes on later keeps its message
use std::panic;
use std::thread;

fn main() {
    let worker = thread::spawn(|| 7);
    let caught = panic::catch_unwind(|| panic!("number {}", 1 + 1));
    worker.join().unwrap();
    if let Err(payload) = caught {
        panic::resume_unwind(payload); //~ panic
    }
}
