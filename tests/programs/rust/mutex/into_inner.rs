//@ verdict: ok
//@ about: get_mut and into_inner need no locking, the last Arc gives its content back
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let mut plain = Mutex::new(1);
    *plain.get_mut().unwrap() += 1;
    assert_eq!(plain.into_inner().unwrap(), 2);

    let shared = Arc::new(Mutex::new(vec![0]));
    let clone = Arc::clone(&shared);
    thread::spawn(move || clone.lock().unwrap().push(1)).join().unwrap();
    let numbers = Arc::try_unwrap(shared).unwrap().into_inner().unwrap();
    assert_eq!(numbers, [0, 1]);
}
