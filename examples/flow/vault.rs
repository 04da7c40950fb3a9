//! Two clerks count in a vault; nobody begins before the other one is done.

use std::sync::Mutex;
use std::thread;

static VAULT: Mutex<i64> = Mutex::new(0);

fn begun(cash: &mut i64) {
    *cash = cash.wrapping_add(1);
}

fn done(cash: &mut i64) {
    *cash = cash.wrapping_sub(1);
}

fn clerk() {
    for _ in 0..3 {
        let mut cash = VAULT.lock().unwrap();
        begun(&mut cash);
        done(&mut cash);
    }
}

fn main() {
    let first = thread::spawn(clerk);
    let second = thread::spawn(clerk);
    first.join().unwrap();
    second.join().unwrap();
}
