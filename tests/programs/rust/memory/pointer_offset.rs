//@ verdict: error
//@ kind: out-of-bounds
//@ line: 11
//@ about: writing past the end of a boxed array through a raw pointer
use std::hint::black_box;

fn main() {
    let mut cells = Box::new([0u8; 4]);
    let start: *mut u8 = black_box(cells.as_mut_ptr());
    for i in 0..black_box(5) {
        unsafe { *start.wrapping_add(i) = 1 }; //~ out-of-bounds
    }
    println!("{:?}", cells);
}
