//@ verdict: error
//@ kind: deadlock
//@ line: 11
//@ about: a write lock wanted while the read guard is still alive
use std::sync::RwLock;

fn main() {
    let cache = RwLock::new(0);
    let value = cache.read().unwrap();
    if *value == 0 {
        *cache.write().unwrap() = 1; //~ deadlock
    }
}
