//@ verdict: error
//@ kind: data-race
//@ about: a thread follows an Arc in a variable that another one overwrites without a lock
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::thread;

struct Variable(UnsafeCell<Arc<u32>>);

unsafe impl Sync for Variable {}

fn main() {
    let first = Arc::new(1);
    let second = Arc::new(2);
    let variable = Arc::new(Variable(UnsafeCell::new(first.clone())));
    let other = variable.clone();
    let reader = thread::spawn(move || unsafe { **other.0.get() });
    // What is overwritten is kept: the race is all that is wrong.
    unsafe { variable.0.get().write(second.clone()) };
    let seen = reader.join().unwrap();
    assert!(seen == 1 || seen == 2);
}
