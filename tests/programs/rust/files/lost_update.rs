//@ verdict: error
//@ kind: panic
//@ line: 20
//@ args: --file /tmp/
//@ about: two threads read a number from a file and write it back plus one: an addition can be lost
use std::fs;
use std::thread;

fn add() {
    let number: u32 = fs::read_to_string("/tmp/number").unwrap().parse().unwrap_or(0);
    fs::write("/tmp/number", (number + 1).to_string()).unwrap();
}

fn main() {
    fs::write("/tmp/number", "0").unwrap();
    let other = thread::spawn(add);
    add();
    other.join().unwrap();
    let number = fs::read_to_string("/tmp/number").unwrap();
    assert_eq!(number, "2"); //~ panic
}
