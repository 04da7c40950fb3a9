//@ verdict: error
//@ kind: panic
//@ about: a caught panic that is resumed leaves main after all
use std::panic;

fn main() {
    let caught = panic::catch_unwind(|| panic!("again")).unwrap_err();
    panic::resume_unwind(caught);
}
