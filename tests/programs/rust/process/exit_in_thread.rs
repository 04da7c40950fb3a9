//@ verdict: ok
//@ about: process::exit in a thread ends the program while main waits
use std::process;
use std::thread;

fn main() {
    let worker = thread::spawn(|| -> () { process::exit(0) });
    worker.join().unwrap();
    panic!("never reached");
}
