//! Store buffering with relaxed accesses and fences.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    comes: [AtomicBool; 2],
    inside: AtomicUsize,
}

fn work(shared: &Shared, me: usize) {
    shared.comes[me].store(true, Relaxed);
    fence(order(SeqCst, AcqRel));
    if !shared.comes[1 - me].load(Relaxed) {
        assert_eq!(shared.inside.fetch_add(1, Relaxed), 0);
    }
}

fn main() {
    model(|| {
        let comes = [AtomicBool::new(false), AtomicBool::new(false)];
        run(Shared { comes, inside: AtomicUsize::new(0) }, 2, work);
    });
}
