//@ verdict: ok
//@ about: a flag under a mutex and a condition variable, waited for in a loop
use std::sync::{Arc, Condvar, Mutex};
use std::thread;

fn main() {
    let pair = Arc::new((Mutex::new(false), Condvar::new()));
    let other = Arc::clone(&pair);
    let notifier = thread::spawn(move || {
        let (lock, condition) = &*other;
        *lock.lock().unwrap() = true;
        condition.notify_one();
    });
    let (lock, condition) = &*pair;
    let mut ready = lock.lock().unwrap();
    while !*ready {
        ready = condition.wait(ready).unwrap();
    }
    assert!(*ready);
    drop(ready);
    notifier.join().unwrap();
}
