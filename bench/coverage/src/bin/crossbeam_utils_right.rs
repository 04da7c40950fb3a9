//! A scoped thread that works on a borrowed counter, and a wait group for its end.
use crossbeam_utils::CachePadded;
use crossbeam_utils::sync::WaitGroup;
use crossbeam_utils::thread;
use std::sync::atomic::{AtomicU32, Ordering};

fn main() {
    let count = CachePadded::new(AtomicU32::new(0));
    thread::scope(|scope| {
        let group = WaitGroup::new();
        let token = group.clone();
        let counted = &count;
        scope.spawn(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            drop(token);
        });
        group.wait();
        assert_eq!(count.load(Ordering::Relaxed), 1);
    })
    .unwrap();
}
