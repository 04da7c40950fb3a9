//@ verdict: error
//@ kind: read-only-write
//@ line: 11
//@ about: a static without interior mutability is written through a raw pointer
use std::hint::black_box;

static LIMIT: u32 = 10;

fn main() {
    let pointer = black_box(&raw const LIMIT as *mut u32);
    unsafe { *pointer = 20 }; //~ read-only-write
}
