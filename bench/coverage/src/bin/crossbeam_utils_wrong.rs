//! Two threads that add to an atomic cell by loading and storing.
use crossbeam_utils::atomic::AtomicCell;
use crossbeam_utils::thread;

fn main() {
    let count = AtomicCell::new(0u64);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|_| count.store(count.load() + 1));
        }
    })
    .unwrap();
    assert_eq!(count.load(), 2); //~ panic
}
