//@ verdict: error
//@ kind: panic
//@ about: in which order threads get their numbers can be read from hashes
use std::hash::{Hash, Hasher};
use std::thread::{self, ThreadId};

struct Number(u64);

impl Hasher for Number {
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

fn number(id: ThreadId) -> u64 {
    let mut number = Number(0);
    id.hash(&mut number);
    number.finish()
}

fn main() {
    let first = thread::spawn(|| thread::spawn(|| {}).thread().id());
    let second = thread::spawn(|| {}).thread().id();
    assert!(number(first.join().unwrap()) > number(second));
}
