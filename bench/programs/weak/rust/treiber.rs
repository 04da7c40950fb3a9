//! Treiber's stack: one thread pushes two nodes, the other pops twice.
mod memory;
use memory::*;
use std::sync::atomic::Ordering::*;

const NONE: usize = 9;

/// Nodes are numbers; `NONE` ends the list.
struct Shared {
    top: AtomicUsize,
    next: [AtomicUsize; 2],
    value: [UnsafeCell<u32>; 2],
}

unsafe impl Sync for Shared {}

fn push(shared: &Shared, node: usize) {
    shared.value[node].with_mut(|value| unsafe { *value = 7 });
    let mut top = shared.top.load(Relaxed);
    loop {
        shared.next[node].store(top, Relaxed);
        match shared.top.compare_exchange(top, node, order(Release, Relaxed), Relaxed) {
            Ok(_) => return,
            Err(now) => top = now,
        }
    }
}

fn pop(shared: &Shared) -> Option<u32> {
    let mut top = shared.top.load(Acquire);
    while top != NONE {
        let next = shared.next[top].load(Relaxed);
        match shared.top.compare_exchange(top, next, Acquire, Acquire) {
            Ok(_) => return Some(shared.value[top].with(|value| unsafe { *value })),
            Err(now) => top = now,
        }
    }
    None
}

fn work(shared: &Shared, me: usize) {
    for node in 0..2 {
        if me == 0 {
            push(shared, node);
        } else {
            assert!(pop(shared).is_none_or(|value| value == 7));
        }
    }
}

fn main() {
    model(|| {
        let shared = Shared {
            top: AtomicUsize::new(NONE),
            next: [AtomicUsize::new(NONE), AtomicUsize::new(NONE)],
            value: [UnsafeCell::new(0), UnsafeCell::new(0)],
        };
        run(shared, 2, work);
    });
}
