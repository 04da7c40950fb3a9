//@ verdict: error
//@ kind: invalid-free
//@ line: 10
//@ about: a box made from the address of a local
use std::hint::black_box;

fn main() {
    let mut local = 5;
    let pointer: *mut i32 = black_box(&mut local);
    drop(unsafe { Box::from_raw(pointer) }); //~ invalid-free
}
