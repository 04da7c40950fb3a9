//! A thread that is parked until another one unparks it.
use parking::Parker;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn main() {
    let parker = Parker::new();
    let unparker = parker.unparker();
    let ready = Arc::new(AtomicBool::new(false));
    let other = Arc::clone(&ready);
    let helper = thread::spawn(move || {
        other.store(true, Ordering::SeqCst);
        unparker.unpark();
    });
    while !ready.load(Ordering::SeqCst) {
        parker.park();
    }
    helper.join().unwrap();
}
