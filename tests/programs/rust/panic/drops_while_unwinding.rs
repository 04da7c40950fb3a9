//@ verdict: ok
//@ about: unwinding drops the locals of every frame in reverse order
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

struct Noisy<'a>(&'a RefCell<Vec<u32>>, u32);

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        assert!(std::thread::panicking());
        self.0.borrow_mut().push(self.1);
    }
}

fn descend(log: &RefCell<Vec<u32>>, depth: u32) {
    let _here = Noisy(log, depth);
    if depth == 3 {
        panic!("bottom");
    }
    descend(log, depth + 1);
}

fn main() {
    let log = RefCell::new(Vec::new());
    let result = panic::catch_unwind(AssertUnwindSafe(|| descend(&log, 1)));
    assert!(result.is_err());
    assert!(!std::thread::panicking());
    assert_eq!(*log.borrow(), [3, 2, 1]);
}
