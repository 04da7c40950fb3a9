//! An asynchronous channel with one sender and one receiver on two threads.
use futures_lite::future::block_on;
use std::thread;

fn main() {
    let (sender, receiver) = async_channel::bounded(1);
    let producer = thread::spawn(move || {
        block_on(async {
            sender.send(1).await.unwrap();
            sender.send(2).await.unwrap();
        })
    });
    block_on(async {
        assert_eq!(receiver.recv().await, Ok(1));
        assert_eq!(receiver.recv().await, Ok(2));
        assert!(receiver.recv().await.is_err());
    });
    producer.join().unwrap();
}
