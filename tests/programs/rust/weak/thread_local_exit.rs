//@ verdict: ok
//@ args: --memory c11
//@ about: destructors of thread-locals happen before the join, with relaxed atomics as well
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
    let worker = thread::spawn(|| LEAVES.with(|leaves| leaves.0.set(42)));
    worker.join().unwrap();
    assert_eq!(LEFT.load(Relaxed), 1);
    assert_eq!(unsafe { PAYLOAD }, 42);
}
