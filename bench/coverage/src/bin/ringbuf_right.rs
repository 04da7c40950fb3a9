//! A ring that one thread fills and the other empties.
use ringbuf::HeapRb;
use ringbuf::traits::{Consumer, Producer, Split};
use std::thread;

fn main() {
    let (mut producer, mut consumer) = HeapRb::new(2).split();
    let helper = thread::spawn(move || {
        producer.try_push(1).unwrap();
        producer.try_push(2).unwrap();
    });
    let early = consumer.try_pop();
    helper.join().unwrap();
    let expected = if early.is_some() { 2 } else { 1 };
    assert_eq!(consumer.try_pop(), Some(expected));
}
