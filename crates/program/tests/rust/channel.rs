use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

static COUNT: AtomicU64 = AtomicU64::new(0);

fn main() {
    let (sender, receiver) = mpsc::channel();
    let workers: Vec<_> = (0..2)
        .map(|i| {
            let sender = sender.clone();
            std::thread::spawn(move || {
                COUNT.fetch_add(i, Ordering::SeqCst);
                sender.send(i).unwrap();
            })
        })
        .collect();
    drop(sender);
    let sum: u64 = receiver.iter().sum();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(sum, COUNT.load(Ordering::SeqCst));
    println!("{sum}");
}
