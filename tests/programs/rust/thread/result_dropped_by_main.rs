//@ verdict: error
//@ kind: abort
//@ line: 23
//@ about: the result of a thread that has ended already is dropped by whoever gives up its handle
use std::cell::Cell;
use std::thread;

thread_local! {
    static IS_MAIN: Cell<bool> = const { Cell::new(false) };
}

struct Outcome;

impl Drop for Outcome {
    fn drop(&mut self) {
        // Almost always the thread itself does it.
        assert!(!IS_MAIN.get());
    }
}

fn main() {
    IS_MAIN.set(true);
    drop(thread::spawn(|| Outcome));
}
