//! Dekker's entry: each thread says that it comes, and goes in if the other has not.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    comes: [AtomicBool; 2],
    inside: AtomicUsize,
}

fn work(shared: &Shared, me: usize) {
    shared.comes[me].store(true, order(SeqCst, Release));
    if !shared.comes[1 - me].load(order(SeqCst, Acquire)) {
        assert_eq!(shared.inside.fetch_add(1, Relaxed), 0);
    }
}

fn main() {
    model(|| {
        let comes = [AtomicBool::new(false), AtomicBool::new(false)];
        run(Shared { comes, inside: AtomicUsize::new(0) }, 2, work);
    });
}
