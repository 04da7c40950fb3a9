//! The waiter looks at the flag, then begins to listen: what is told in between is lost.
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
        listener.wait(); //~ deadlock
    }
    setter.join().unwrap();
}
