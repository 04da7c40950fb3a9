//! A thread that takes itself for the only owner while another has not let go yet.
use std::thread;
use triomphe::Arc;

fn main() {
    let one = Arc::new(1);
    let two = one.clone();
    let helper = thread::spawn(move || assert_eq!(*two, 1));
    assert_eq!(Arc::try_unwrap(one), Ok(1)); //~ panic
    helper.join().unwrap();
}
