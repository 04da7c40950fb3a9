//@ verdict: error
//@ kind: deadlock
//@ about: a thread that prints waits for the lock of the standard output, which the thread that joins it holds
use std::io::{Write, stdout};
use std::thread;

fn main() {
    let mut output = stdout().lock();
    writeln!(output, "begins").unwrap();
    let printer = thread::spawn(|| println!("in between"));
    printer.join().unwrap();
    writeln!(output, "ends").unwrap();
}
