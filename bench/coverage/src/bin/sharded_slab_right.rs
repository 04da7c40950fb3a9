//! An entry that one thread inserts and another reads and removes.
use sharded_slab::Slab;
use std::sync::Arc;
use std::thread;

fn main() {
    let slab = Arc::new(Slab::new());
    let key = slab.insert(1).unwrap();
    let other = Arc::clone(&slab);
    let helper = thread::spawn(move || {
        assert_eq!(*other.get(key).unwrap(), 1);
        assert!(other.remove(key));
    });
    let seen = slab.get(key).map(|entry| *entry);
    assert!(seen.is_none() || seen == Some(1));
    helper.join().unwrap();
    assert!(slab.get(key).is_none());
}
