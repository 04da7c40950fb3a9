use std::thread;

#[test]
fn comes_in_order() {
    let (sender, receiver) = flume::bounded(1);
    let producer = thread::spawn(move || {
        for item in 0..2 {
            sender.send(item).unwrap();
        }
    });
    assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1]);
    producer.join().unwrap();
}

#[test]
fn does_not_wait() {
    let (sender, receiver) = flume::bounded(1);
    let producer = thread::spawn(move || sender.send(0).unwrap());
    assert_eq!(receiver.try_recv(), Ok(0));
    producer.join().unwrap();
}
