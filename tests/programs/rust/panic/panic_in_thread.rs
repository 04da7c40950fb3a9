//@ verdict: error
//@ kind: panic
//@ line: 9
//@ about: a panic that leaves a thread is an error even when the joiner copes with it
use std::thread;

fn main() {
    let failed = thread::spawn(|| {
        panic!("lost the trail"); //~ panic
    });
    assert!(failed.join().is_err());
}
