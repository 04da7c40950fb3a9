//! A flag and its event: the waiter listens before it looks again.
use event_listener::{Event, Listener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn main() {
    let shared = Arc::new((AtomicBool::new(false), Event::new()));
    let other = Arc::clone(&shared);
    let setter = thread::spawn(move || {
        other.0.store(true, Ordering::SeqCst);
        other.1.notify(usize::MAX);
    });
    let (flag, event) = &*shared;
    while !flag.load(Ordering::SeqCst) {
        let listener = event.listen();
        if flag.load(Ordering::SeqCst) {
            break;
        }
        listener.wait();
    }
    setter.join().unwrap();
}
