//@ verdict: error
//@ kind: use-after-free
//@ line: 15
//@ about: a raw pointer to a local of a function that has returned
use std::hint::black_box;

#[inline(never)]
fn address_of_local(value: i32) -> *const i32 {
    let local = black_box(value);
    black_box(&local as *const i32)
}

fn main() {
    let pointer = address_of_local(5);
    let value = unsafe { *black_box(pointer) }; //~ use-after-free
    println!("{value}");
}
