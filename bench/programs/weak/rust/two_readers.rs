//! Two threads read two independent stores (IRIW): they must not see them in different orders.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    stores: [AtomicBool; 2],
    one_without_other: AtomicUsize,
}

fn work(shared: &Shared, me: usize) {
    let [first, second] = [me % 2, 1 - me % 2];
    if me < 2 {
        shared.stores[me].store(true, order(SeqCst, Release));
    } else if shared.stores[first].load(order(SeqCst, Acquire))
        && !shared.stores[second].load(order(SeqCst, Acquire))
    {
        assert_eq!(shared.one_without_other.fetch_add(1, Relaxed), 0);
    }
}

fn main() {
    model(|| {
        let stores = [AtomicBool::new(false), AtomicBool::new(false)];
        run(Shared { stores, one_without_other: AtomicUsize::new(0) }, 4, work);
    });
}
