//@ verdict: error
//@ kind: null-dereference
//@ line: 15
//@ about: an atomic pointer is followed before it is set
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::thread;

static mut NUMBER: u32 = 5;
static SHARED: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());

fn main() {
    let setter = thread::spawn(|| SHARED.store(&raw mut NUMBER, Ordering::Release));
    let number = unsafe { AtomicU32::from_ptr(SHARED.load(Ordering::Acquire)) };
    assert_eq!(number.load(Ordering::Relaxed), 5); //~ null-dereference
    setter.join().unwrap();
}
