//@ verdict: error
//@ kind: data-race
//@ about: what a OnceLock holds is written while the OnceLock is cloned
use std::cell::Cell;
use std::sync::OnceLock;
use std::thread;

struct Shared(OnceLock<Cell<u32>>);

unsafe impl Sync for Shared {}

static SHARED: Shared = Shared(OnceLock::new());

fn main() {
    let _ = SHARED.0.set(Cell::new(1));
    let writer = thread::spawn(|| SHARED.0.get().unwrap().set(5));
    let copy = SHARED.0.clone();
    writer.join().unwrap();
    assert!(copy.get().unwrap().get() >= 1);
}
