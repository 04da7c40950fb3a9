//@ verdict: unsupported
//@ about: a program that is started is another one, and is refused by the name of the call
use std::process::Command;
use std::thread;

fn main() {
    let started = thread::spawn(|| Command::new("true").status());
    assert!(started.join().unwrap().unwrap().success());
}
