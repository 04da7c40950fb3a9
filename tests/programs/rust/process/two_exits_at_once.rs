//@ verdict: ok
//@ about: two threads exit at the same time: the second waits until the first has ended the program
use std::process::exit;
use std::thread;

fn main() {
    thread::spawn(|| exit(0));
    exit(0);
}
