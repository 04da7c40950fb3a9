//@ verdict: error
//@ kind: data-race
//@ about: a variable with a guard is overwritten while another thread goes through it
use std::cell::UnsafeCell;
use std::sync::{Mutex, MutexGuard};
use std::thread;

struct Variable(UnsafeCell<MutexGuard<'static, u32>>);

unsafe impl Sync for Variable {}
unsafe impl Send for Variable {}

static FIRST: Mutex<u32> = Mutex::new(1);
static SECOND: Mutex<u32> = Mutex::new(2);

fn main() {
    let variable: &'static Variable =
        Box::leak(Box::new(Variable(UnsafeCell::new(FIRST.lock().unwrap()))));
    let reader = thread::spawn(move || unsafe { **variable.0.get() });
    unsafe { std::ptr::write(variable.0.get(), SECOND.lock().unwrap()) };
    let seen = reader.join().unwrap();
    assert!(seen == 1 || seen == 2);
}
