//@ verdict: ok
//@ about: a guard is dropped before the next lock is taken
use std::sync::{Arc, Mutex};
use std::thread;

struct Account {
    balance: Mutex<i32>,
}

fn transfer(from: &Account, to: &Account, amount: i32) {
    *from.balance.lock().unwrap() -= amount;
    *to.balance.lock().unwrap() += amount;
}

fn main() {
    let ours = Arc::new(Account {
        balance: Mutex::new(100),
    });
    let theirs = Arc::new(Account {
        balance: Mutex::new(100),
    });
    let (a, b) = (ours.clone(), theirs.clone());
    let paying = thread::spawn(move || transfer(&a, &b, 10));
    transfer(&theirs, &ours, 5);
    paying.join().unwrap();
}
