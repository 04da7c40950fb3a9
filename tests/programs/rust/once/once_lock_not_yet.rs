//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: OnceLock::get before anybody is sure to have set it
use std::sync::OnceLock;
use std::thread;

static NAME: OnceLock<u32> = OnceLock::new();

fn main() {
    let setter = thread::spawn(|| NAME.set(5).unwrap());
    let value = NAME.get().unwrap(); //~ panic
    assert_eq!(*value, 5);
    setter.join().unwrap();
}
