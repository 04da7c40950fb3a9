//@ verdict: error
//@ kind: livelock
//@ line: 12
//@ about: the worker has ended without setting what main spins on
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

static READY: AtomicBool = AtomicBool::new(false);

fn main() {
    thread::spawn(|| {}).join().unwrap();
    while !READY.load(Ordering::SeqCst) {} //~ livelock
}
