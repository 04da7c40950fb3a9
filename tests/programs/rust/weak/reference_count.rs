//@ verdict: ok
//@ args: --memory c11
//@ about: the last owner frees behind an Acquire fence
use std::sync::atomic::{fence, AtomicUsize, Ordering::*};
use std::thread;

struct Inner {
    count: AtomicUsize,
    value: String,
}

struct Shared(*mut Inner);

unsafe impl Send for Shared {}

impl Shared {
    fn pair(value: &str) -> (Shared, Shared) {
        let inner = Inner { count: AtomicUsize::new(2), value: value.to_owned() };
        let inner = Box::into_raw(Box::new(inner));
        (Shared(inner), Shared(inner))
    }

    fn value(&self) -> &str {
        unsafe { &(*self.0).value }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if unsafe { (*self.0).count.fetch_sub(1, Release) } == 1 {
            fence(Acquire);
            drop(unsafe { Box::from_raw(self.0) });
        }
    }
}

fn main() {
    let (one, two) = Shared::pair("seven");
    let user = thread::spawn(move || assert_eq!(two.value().len(), 5));
    assert_eq!(one.value().len(), 5);
    drop(one);
    user.join().unwrap();
}
