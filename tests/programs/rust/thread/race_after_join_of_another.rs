//@ verdict: error
//@ kind: data-race
//@ about: a plain access right behind a join that has blocked
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;

static mut G: i32 = 0;
static H: AtomicI32 = AtomicI32::new(0);

fn main() {
    let writer = thread::spawn(|| unsafe { *(&raw mut G) = 1 });
    let other = thread::spawn(|| H.store(1, Ordering::SeqCst));
    other.join().unwrap();
    unsafe { *(&raw mut G) = 2 };
    writer.join().unwrap();
}
