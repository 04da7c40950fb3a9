//! A consumer that takes two elements because one is there.
use ringbuf::HeapRb;
use ringbuf::traits::{Consumer, Observer, Producer, Split};
use std::thread;

fn main() {
    let (mut producer, mut consumer) = HeapRb::new(2).split();
    let helper = thread::spawn(move || {
        producer.try_push(1).unwrap();
        producer.try_push(2).unwrap();
    });
    if !consumer.is_empty() {
        assert_eq!(consumer.try_pop(), Some(1));
        assert_eq!(consumer.try_pop(), Some(2)); //~ panic
    }
    helper.join().unwrap();
}
