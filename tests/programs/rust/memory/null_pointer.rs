//@ verdict: error
//@ kind: null-dereference
//@ line: 14
//@ about: an atomic pointer is followed before it is set
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

static mut NUMBER: u32 = 5;
static SHARED: AtomicPtr<u32> = AtomicPtr::new(ptr::null_mut());

fn main() {
    let setter = thread::spawn(|| SHARED.store(&raw mut NUMBER, Ordering::Release));
    let value = unsafe { *SHARED.load(Ordering::Acquire) }; //~ null-dereference
    assert_eq!(value, 5);
    setter.join().unwrap();
}
