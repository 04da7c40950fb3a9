//! Two jobs on a pool of two workers, and their results over a channel.
use std::sync::mpsc::channel;
use threadpool::ThreadPool;

fn main() {
    let pool = ThreadPool::new(2);
    let (sender, receiver) = channel();
    for number in 1..=2 {
        let sender = sender.clone();
        pool.execute(move || sender.send(number).unwrap());
    }
    assert_eq!(receiver.iter().take(2).sum::<u32>(), 3);
}
