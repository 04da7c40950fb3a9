//@ verdict: error
//@ kind: abort
//@ line: 10
//@ about: get_unchecked with an index that is too large: std's own check aborts
use std::hint::black_box;

fn main() {
    let numbers = black_box(vec![1, 2, 3]);
    let index = black_box(3);
    let value = unsafe { *numbers.get_unchecked(index) }; //~ abort
    println!("{value}");
}
