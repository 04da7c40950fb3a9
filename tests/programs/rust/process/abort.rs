//@ verdict: error
//@ kind: abort
//@ line: 13
//@ about: process::abort by the thread that comes second
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static ARRIVED: AtomicU32 = AtomicU32::new(0);

fn arrive(patient: bool) {
    if ARRIVED.fetch_add(1, Ordering::SeqCst) == 1 && !patient {
        process::abort(); //~ abort
    }
}

fn main() {
    let other = thread::spawn(|| arrive(true));
    arrive(false);
    other.join().unwrap();
}
