//@ verdict: error
//@ kind: deadlock
//@ about: a function is given two accounts and locks them in the order in which it is given them
use std::sync::{Arc, Mutex};
use std::thread;

struct Account {
    balance: Mutex<i32>,
}

fn transfer(from: &Account, to: &Account, amount: i32) {
    let mut source = from.balance.lock().unwrap();
    let mut target = to.balance.lock().unwrap();
    *source -= amount;
    *target += amount;
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
