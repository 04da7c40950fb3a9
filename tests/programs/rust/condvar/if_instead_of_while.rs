//@ verdict: error
//@ kind: panic
//@ line: 18
//@ about: a consumer that does not test again after it was woken
use std::sync::{Condvar, Mutex};
use std::thread;

static ITEMS: Mutex<Vec<u32>> = Mutex::new(Vec::new());
static AVAILABLE: Condvar = Condvar::new();

fn consume() -> u32 {
    let mut items = ITEMS.lock().unwrap();
    if items.is_empty() {
        items = AVAILABLE.wait(items).unwrap();
    }
    let item = items.pop();
    drop(items);
    item.expect("woken without an item") //~ panic
}

fn main() {
    thread::spawn(consume);
    thread::spawn(consume);
    ITEMS.lock().unwrap().push(1);
    AVAILABLE.notify_all();
    thread::yield_now();
}
