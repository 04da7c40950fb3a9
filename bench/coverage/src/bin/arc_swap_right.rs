//! A configuration that one thread replaces while another reads it.
use arc_swap::ArcSwap;
use std::sync::Arc;
use std::thread;

fn main() {
    let config = Arc::new(ArcSwap::from_pointee(1));
    let reader = Arc::clone(&config);
    let helper = thread::spawn(move || {
        let seen = **reader.load();
        assert!(seen == 1 || seen == 2);
    });
    config.store(Arc::new(2));
    helper.join().unwrap();
    assert_eq!(**config.load(), 2);
}
