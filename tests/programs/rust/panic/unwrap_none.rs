//@ verdict: error
//@ kind: panic
//@ line: 14
//@ about: unwrap on None after another thread took the value
use std::sync::Mutex;
use std::thread;

static SLOT: Mutex<Option<u32>> = Mutex::new(Some(1));

fn main() {
    let taker = thread::spawn(|| SLOT.lock().unwrap().take());
    let mine = SLOT.lock().unwrap().take();
    taker.join().unwrap();
    mine.unwrap(); //~ panic
}
