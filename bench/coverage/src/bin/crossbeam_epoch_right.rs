//! A value that one thread replaces and destroys later, while the other may still read it.
use crossbeam_epoch::{self as epoch, Atomic, Owned};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

fn main() {
    let value = Arc::new(Atomic::new(1));
    let other = Arc::clone(&value);
    let reader = thread::spawn(move || {
        let guard = epoch::pin();
        let seen = unsafe { *other.load(Ordering::Acquire, &guard).deref() };
        assert!(seen == 1 || seen == 2);
    });
    {
        let guard = epoch::pin();
        let old = value.swap(Owned::new(2), Ordering::AcqRel, &guard);
        unsafe { guard.defer_destroy(old) };
    }
    reader.join().unwrap();
    let last = Arc::into_inner(value).unwrap();
    drop(unsafe { last.into_owned() });
}
