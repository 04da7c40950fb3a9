//@ verdict: error
//@ kind: panic
//@ line: 15
//@ about: contains_key and insert under two separate locks
use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;

static CACHE: Mutex<Option<HashMap<u32, u32>>> = Mutex::new(None);

fn remember(value: u32) {
    let known = CACHE.lock().unwrap().as_ref().unwrap().contains_key(&0);
    if !known {
        let old = CACHE.lock().unwrap().as_mut().unwrap().insert(0, value);
        assert_eq!(old, None); //~ panic
    }
}

fn main() {
    *CACHE.lock().unwrap() = Some(HashMap::new());
    let other = thread::spawn(|| remember(1));
    remember(2);
    other.join().unwrap();
}
