//! A relaxed counter, three threads, two additions each.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

fn work(hits: &AtomicUsize, _: usize) {
    hits.fetch_add(1, Relaxed);
    if cfg!(wrong) {
        hits.store(hits.load(Relaxed) + 1, Relaxed);
    } else {
        hits.fetch_add(1, Relaxed);
    }
}

fn main() {
    model(|| {
        let hits = run(AtomicUsize::new(0), 3, work);
        assert_eq!(hits.load(Relaxed), 6);
    });
}
