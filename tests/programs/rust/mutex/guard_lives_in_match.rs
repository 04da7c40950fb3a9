//@ verdict: error
//@ kind: deadlock
//@ line: 10
//@ about: the guard of a match scrutinee lives until the end of the match
use std::sync::Mutex;

fn main() {
    let slot = Mutex::new(Some(1));
    match slot.lock().unwrap().as_ref() {
        Some(_) => *slot.lock().unwrap() = None, //~ deadlock
        None => {}
    };
}
