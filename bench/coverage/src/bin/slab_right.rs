//! Two threads that insert into one slab under a mutex.
use slab::Slab;
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let slab = Arc::new(Mutex::new(Slab::new()));
    let other = Arc::clone(&slab);
    let helper = thread::spawn(move || other.lock().unwrap().insert(1));
    let key = slab.lock().unwrap().insert(2);
    let other_key = helper.join().unwrap();
    let mut slab = slab.lock().unwrap();
    assert_eq!((slab.remove(key), slab[other_key]), (2, 1));
}
