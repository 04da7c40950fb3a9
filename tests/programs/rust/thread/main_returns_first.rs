//@ verdict: ok
//@ about: when main returns, a thread that still waits ends with the program
use std::thread;

fn main() {
    thread::spawn(|| loop {
        thread::park();
    });
}
