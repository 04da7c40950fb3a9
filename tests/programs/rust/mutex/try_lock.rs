//@ verdict: ok
//@ about: try_lock says WouldBlock instead of waiting
use std::sync::{Mutex, TryLockError};
use std::thread;

static LOCK: Mutex<u32> = Mutex::new(0);

fn attempt() -> bool {
    match LOCK.try_lock() {
        Ok(mut value) => {
            *value += 1;
            true
        }
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Poisoned(_)) => unreachable!(),
    }
}

fn main() {
    let other = thread::spawn(attempt);
    let mine = attempt();
    let theirs = other.join().unwrap();
    assert!(mine || theirs);
    assert_eq!(*LOCK.lock().unwrap(), mine as u32 + theirs as u32);
}
