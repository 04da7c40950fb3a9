//@ verdict: error
//@ kind: data-race
//@ about: the result of a thread that no one joins is freed while another thread has read it without happening before
use std::any::Any;
use std::sync::atomic::{
    AtomicBool, AtomicPtr,
    Ordering::{Relaxed, SeqCst},
};
use std::thread;

static READ: AtomicBool = AtomicBool::new(false);
static PLACE: AtomicPtr<u32> = AtomicPtr::new(std::ptr::null_mut());

fn main() {
    let handle = thread::spawn(|| -> Box<dyn Any + Send> {
        let mut boxed = Box::new(7u32);
        PLACE.store(&mut *boxed, SeqCst);
        while !READ.load(Relaxed) {}
        boxed
    });
    drop(handle);
    let mut place = PLACE.load(SeqCst);
    while place.is_null() {
        place = PLACE.load(SeqCst);
    }
    assert_eq!(unsafe { *place }, 7);
    READ.store(true, Relaxed);
}
