//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: a scope ends before the destructors of its threads' thread-locals
use std::cell::Cell;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

static LEFT: AtomicU32 = AtomicU32::new(0);
static mut PAYLOAD: u32 = 0;

struct Leaves(Cell<u32>);

impl Drop for Leaves {
    fn drop(&mut self) {
        unsafe { PAYLOAD = self.0.get() };
        LEFT.fetch_add(1, Relaxed);
    }
}

thread_local! {
    static LEAVES: Leaves = const { Leaves(Cell::new(0)) };
}

fn main() {
    thread::scope(|scope| {
        scope.spawn(|| LEAVES.with(|leaves| leaves.0.set(42)));
    });
    if LEFT.load(Relaxed) == 1 {
        assert_eq!(unsafe { PAYLOAD }, 42);
    }
}
