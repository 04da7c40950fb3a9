//@ verdict: ok
//@ about: pushing to a lock-free stack loses nothing
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::thread;

struct Node {
    value: u32,
    next: *mut Node,
}

static TOP: AtomicPtr<Node> = AtomicPtr::new(ptr::null_mut());

fn push(value: u32) {
    let node = Box::into_raw(Box::new(Node { value, next: ptr::null_mut() }));
    let mut top = TOP.load(Ordering::Relaxed);
    loop {
        unsafe { (*node).next = top };
        match TOP.compare_exchange_weak(top, node, Ordering::Release, Ordering::Relaxed) {
            Ok(_) => return,
            Err(actual) => top = actual,
        }
    }
}

fn main() {
    let other = thread::spawn(|| push(1));
    push(2);
    other.join().unwrap();
    let mut sum = 0;
    let mut top = TOP.load(Ordering::Acquire);
    while !top.is_null() {
        let node = unsafe { Box::from_raw(top) };
        sum += node.value;
        top = node.next;
    }
    assert_eq!(sum, 3);
}
