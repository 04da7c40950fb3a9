use crossbeam_queue::ArrayQueue;
use registry::twice;

#[test]
fn one_of_two_finds_room() {
    let queue = twice(ArrayQueue::new(1), |queue| {
        let _ = queue.push(());
    });
    assert_eq!(queue.len(), 1);
}

#[test]
fn both_find_room() {
    twice(ArrayQueue::new(1), |queue| {
        if !queue.is_full() {
            queue.push(()).expect("there was room");
        }
    });
}
