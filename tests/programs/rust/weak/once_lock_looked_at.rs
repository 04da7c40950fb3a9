//@ verdict: error
//@ kind: panic
//@ line: 19
//@ about: a look at a OnceLock that finds nothing does not tell that it is set later
use std::sync::OnceLock;
use std::thread;

static LEFT: OnceLock<u32> = OnceLock::new();
static RIGHT: OnceLock<u32> = OnceLock::new();

fn main() {
    let thread = thread::spawn(|| {
        LEFT.set(1).unwrap();
        RIGHT.get().is_some()
    });
    RIGHT.set(1).unwrap();
    let left = LEFT.get().is_some();
    let right = thread.join().unwrap();
    assert!(left || right); //~ panic
}
