//! A thread that looks whether an entry is there, and then reads it although another may remove it.
use sharded_slab::Slab;
use std::sync::Arc;
use std::thread;

fn main() {
    let slab = Arc::new(Slab::new());
    let key = slab.insert(1).unwrap();
    let other = Arc::clone(&slab);
    let helper = thread::spawn(move || other.remove(key));
    if slab.contains(key) {
        assert_eq!(*slab.get(key).unwrap(), 1); //~ panic
    }
    helper.join().unwrap();
}
