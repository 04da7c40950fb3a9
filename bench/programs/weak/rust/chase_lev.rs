//! A work-stealing deque with two items (Lê et al., PPoPP 2013): the owner takes twice, a thief steals twice.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    top: AtomicIsize,
    bottom: AtomicIsize,
    items: [AtomicUsize; 2],
    taken: [AtomicUsize; 2],
}

fn advance(top: &AtomicIsize, t: isize) -> bool {
    top.compare_exchange(t, t + 1, SeqCst, Relaxed).is_ok()
}

fn take(shared: &Shared) -> Option<usize> {
    let b = shared.bottom.load(Relaxed) - 1;
    shared.bottom.store(b, Relaxed);
    fence(order(SeqCst, AcqRel));
    let t = shared.top.load(Relaxed);
    if t < b {
        return Some(shared.items[b as usize].load(Relaxed));
    }
    let won = t == b && advance(&shared.top, t);
    shared.bottom.store(b + 1, Relaxed);
    won.then(|| shared.items[b as usize].load(Relaxed))
}

fn steal(shared: &Shared) -> Option<usize> {
    let t = shared.top.load(Acquire);
    fence(order(SeqCst, AcqRel));
    if t >= shared.bottom.load(Acquire) {
        return None;
    }
    let item = shared.items[t as usize].load(Relaxed);
    advance(&shared.top, t).then_some(item)
}

fn work(shared: &Shared, me: usize) {
    for _ in 0..2 {
        let item = if me == 0 { take(shared) } else { steal(shared) };
        if let Some(item) = item {
            assert_eq!(shared.taken[item].fetch_add(1, Relaxed), 0);
        }
    }
}

fn main() {
    model(|| {
        let shared = Shared {
            top: AtomicIsize::new(0),
            bottom: AtomicIsize::new(2),
            items: [AtomicUsize::new(0), AtomicUsize::new(1)],
            taken: [AtomicUsize::new(0), AtomicUsize::new(0)],
        };
        run(shared, 2, work);
    });
}
