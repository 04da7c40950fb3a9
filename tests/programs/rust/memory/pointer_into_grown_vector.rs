//@ verdict: error
//@ kind: use-after-free
//@ line: 13
//@ about: a pointer to an element is kept while the vector grows
use std::hint::black_box;

fn main() {
    let mut numbers = vec![1, 2];
    let first: *const i32 = black_box(&numbers[0]);
    for n in 3..100 {
        numbers.push(n);
    }
    let value = unsafe { *first }; //~ use-after-free
    println!("{value}");
}
