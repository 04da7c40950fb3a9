//@ verdict: ok
//@ about: a thread reads, lets the lock go while another one still reads, and then writes: it does not wait for itself.
use std::sync::RwLock;
use std::thread;

fn next(value: &RwLock<Option<u8>>) -> Option<u8> {
    Some(value.read().unwrap().as_ref()? + 1)
}

fn main() {
    let value = RwLock::new(None);
    thread::scope(|scope| {
        scope.spawn(|| drop(value.read().unwrap()));
        if next(&value).is_none() {
            *value.write().unwrap() = Some(1);
        }
    });
    assert_eq!(next(&value), Some(2));
}
