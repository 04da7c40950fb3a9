//! Two threads that ask for the next key and insert under it later.
use slab::Slab;
use std::sync::{Arc, Mutex};
use std::thread;

fn insert(slab: &Mutex<Slab<u32>>) {
    let next = slab.lock().unwrap().vacant_key();
    let key = slab.lock().unwrap().insert(1);
    assert_eq!(key, next); //~ panic
}

fn main() {
    let slab = Arc::new(Mutex::new(Slab::new()));
    let other = Arc::clone(&slab);
    let helper = thread::spawn(move || insert(&other));
    insert(&slab);
    helper.join().unwrap();
}
