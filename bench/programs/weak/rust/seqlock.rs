//! A sequence lock, one write and one read.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

struct Shared {
    sequence: AtomicUsize,
    left: AtomicUsize,
    right: AtomicUsize,
}

fn work(shared: &Shared, me: usize) {
    let Shared { sequence, left, right } = shared;
    if me == 0 {
        sequence.store(1, Relaxed);
        if !cfg!(wrong) {
            fence(Release);
        }
        left.store(1, Relaxed);
        right.store(1, Relaxed);
        sequence.store(2, Release);
    } else {
        let before = sequence.load(Acquire);
        let (one, two) = (left.load(Relaxed), right.load(Relaxed));
        fence(Acquire);
        if before == sequence.load(Relaxed) && before % 2 == 0 {
            assert_eq!(one, two);
        }
    }
}

fn main() {
    model(|| {
        let zero = || AtomicUsize::new(0);
        run(Shared { sequence: zero(), left: zero(), right: zero() }, 2, work);
    });
}
