//@ verdict: error
//@ kind: double-free
//@ line: 11
//@ about: a box is made twice from one raw pointer
use std::hint::black_box;

fn main() {
    let raw = black_box(Box::into_raw(Box::new(5)));
    unsafe {
        drop(Box::from_raw(raw));
        drop(Box::from_raw(black_box(raw))); //~ double-free
    }
}
