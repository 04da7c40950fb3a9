//! Two threads that share one buffer, of which each has its own part.
use bytes::{Bytes, BytesMut};
use std::thread;

fn main() {
    let mut buffer = BytesMut::from(&b"onetwo"[..]);
    let one: Bytes = buffer.split_to(3).freeze();
    let copy = one.clone();
    let helper = thread::spawn(move || assert_eq!(copy.slice(1..), &b"ne"[..]));
    buffer[0] = b'T';
    assert_eq!(one, &b"one"[..]);
    drop(one);
    helper.join().unwrap();
    assert_eq!(buffer, &b"Two"[..]);
}
