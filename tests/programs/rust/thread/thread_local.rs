//@ verdict: ok
//@ about: thread-locals start fresh in each thread and are dropped when it ends
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

struct Counted(u32);

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.fetch_add(self.0, Ordering::SeqCst);
    }
}

thread_local! {
    static NUMBER: Cell<u32> = const { Cell::new(3) };
    static OWNED: RefCell<Option<Counted>> = const { RefCell::new(None) };
}

fn worker(value: u32) {
    assert_eq!(NUMBER.get(), 3);
    NUMBER.set(value);
    OWNED.with_borrow_mut(|slot| *slot = Some(Counted(value)));
    assert_eq!(NUMBER.get(), value);
}

fn main() {
    NUMBER.set(100);
    let a = thread::spawn(|| worker(1));
    let b = thread::spawn(|| worker(10));
    a.join().unwrap();
    b.join().unwrap();
    assert_eq!(NUMBER.get(), 100);
    assert_eq!(DROPPED.load(Ordering::SeqCst), 11);
}
