//@ verdict: error
//@ kind: null-dereference
//@ line: 10
//@ about: a plain dereference of null: the check that debug assertions add aborts
use std::hint::black_box;
use std::ptr;

fn main() {
    let pointer: *const u32 = black_box(ptr::null());
    let value = unsafe { *pointer }; //~ null-dereference
    println!("{value}");
}
