//@ verdict: error
//@ kind: panic
//@ line: 9
//@ about: arithmetic overflow is checked
use std::hint::black_box;

fn main() {
    let small: u8 = black_box(200);
    let sum = small + black_box(100); //~ panic
    println!("{sum}");
}
