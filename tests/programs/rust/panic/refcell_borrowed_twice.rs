//@ verdict: error
//@ kind: panic
//@ line: 10
//@ about: a RefCell is borrowed mutably while it is borrowed
use std::cell::RefCell;

fn main() {
    let numbers = RefCell::new(vec![1, 2]);
    let first = numbers.borrow();
    numbers.borrow_mut().push(first[0]); //~ panic
}
