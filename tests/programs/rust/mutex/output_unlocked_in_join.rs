//@ verdict: ok
//@ about: the lock of the standard error is given back before a thread is joined that prints there
use std::io::{Write, stderr};
use std::thread;

fn main() {
    let mut output = stderr().lock();
    writeln!(output, "begins").unwrap();
    drop(output);
    let printer = thread::spawn(|| eprintln!("in between"));
    printer.join().unwrap();
    eprintln!("ends");
}
