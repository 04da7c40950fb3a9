use std::thread;

use tokio::sync::mpsc;

#[test]
fn comes_to_an_end() {
    let (sender, mut receiver) = mpsc::channel(1);
    let producer = thread::spawn(move || sender.blocking_send(7).unwrap());
    assert_eq!(receiver.blocking_recv(), Some(7));
    assert_eq!(receiver.blocking_recv(), None);
    producer.join().unwrap();
}

#[test]
fn never_ends() {
    let (sender, mut receiver) = mpsc::channel(1);
    let other = sender.clone();
    let producer = thread::spawn(move || sender.blocking_send(7).unwrap());
    // `other` is still there, so that the channel does not close.
    while receiver.blocking_recv().is_some() {}
    drop(other);
    producer.join().unwrap();
}
