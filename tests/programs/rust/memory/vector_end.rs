//@ verdict: error
//@ kind: out-of-bounds
//@ line: 10
//@ about: the element behind the last of a vector is read through its pointer
use std::hint::black_box;

fn main() {
    let numbers = black_box(vec![1, 2, 3]);
    let end = numbers.as_ptr().wrapping_add(numbers.len());
    let value = unsafe { *end }; //~ out-of-bounds
    println!("{value}");
}
