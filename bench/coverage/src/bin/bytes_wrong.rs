//! A thread that takes a buffer back for writing as if it were the only one that has it.
use bytes::Bytes;
use std::thread;

fn main() {
    let buffer = Bytes::from(vec![1, 2, 3]);
    let copy = buffer.clone();
    let helper = thread::spawn(move || assert_eq!(copy[0], 1));
    let mut own = buffer.try_into_mut().unwrap(); //~ panic
    own[0] = 2;
    helper.join().unwrap();
}
