//@ verdict: ok
//@ about: a panic in a scope is the user's business if the user catches it, inside or around
use std::panic::{self, AssertUnwindSafe};
use std::thread;

fn main() {
    let around = panic::catch_unwind(AssertUnwindSafe(|| {
        thread::scope(|scope| {
            scope.spawn(|| 1);
            panic!("caught around the scope");
        })
    }));
    assert!(around.is_err());
    let inside = thread::scope(|scope| {
        scope.spawn(|| 2);
        panic::catch_unwind(|| panic!("caught inside of it")).is_err()
    });
    assert!(inside);
}
