//@ verdict: error
//@ kind: data-race
//@ about: Once frees a boxed callable whose variable another thread has read without happening before
use std::sync::Once;
use std::sync::atomic::{
    AtomicBool, AtomicPtr,
    Ordering::{Relaxed, SeqCst},
};
use std::thread;

static READ: AtomicBool = AtomicBool::new(false);
static PLACE: AtomicPtr<u32> = AtomicPtr::new(std::ptr::null_mut());
static ONCE: Once = Once::new();

fn main() {
    let numbers = [7u32; 4];
    let callable: Box<dyn Fn() + Send> = Box::new(move || {
        PLACE.store(&numbers as *const _ as *mut u32, SeqCst);
        while !READ.load(Relaxed) {}
    });
    let reader = thread::spawn(move || {
        let mut place = PLACE.load(SeqCst);
        while place.is_null() {
            place = PLACE.load(SeqCst);
        }
        assert_eq!(unsafe { *place }, 7);
        READ.store(true, Relaxed);
    });
    ONCE.call_once(callable);
    reader.join().unwrap();
}
