//! A value that one thread replaces and destroys at once, while the other may still read it.
use crossbeam_epoch::{self as epoch, Atomic, Owned};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

fn main() {
    let value = Arc::new(Atomic::new(1));
    let other = Arc::clone(&value);
    let reader = thread::spawn(move || {
        let guard = epoch::pin();
        let seen = other.load(Ordering::Acquire, &guard);
        assert!(unsafe { *seen.deref() } > 0); //~ use-after-free
    });
    {
        let guard = epoch::pin();
        let old = value.swap(Owned::new(2), Ordering::AcqRel, &guard);
        drop(unsafe { old.into_owned() });
    }
    reader.join().unwrap();
}
