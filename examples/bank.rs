//! A bank whose every method locks properly, and which loses money all the same.
//!
//! `transfer` asks for the balance and then withdraws. Both steps are locked, but the lock
//! is free in between: two transfers may both find enough money on the same account.
//! `trailhound check examples/bank.rs` finds that schedule. Holding one lock for the whole
//! transfer cures it (and then mind the order of the two locks).

use std::sync::{Arc, Mutex};
use std::thread;

/// Each of them tries to take the same money.
const CUSTOMERS: i64 = 2;

struct Account {
    balance: Mutex<i64>,
}

impl Account {
    fn new(balance: i64) -> Arc<Account> {
        Arc::new(Account { balance: Mutex::new(balance) })
    }

    fn balance(&self) -> i64 {
        *self.balance.lock().unwrap()
    }

    fn deposit(&self, amount: i64) {
        *self.balance.lock().unwrap() += amount;
    }

    fn withdraw(&self, amount: i64) {
        *self.balance.lock().unwrap() -= amount;
    }
}

/// Moves the amount if there is enough, and says whether it did.
fn transfer(from: &Account, to: &Account, amount: i64) -> bool {
    if from.balance() < amount {
        return false;
    }
    // The balance that was just read may be history by now.
    from.withdraw(amount);
    to.deposit(amount);
    true
}

fn main() {
    let savings = Account::new(100);
    let spent = Account::new(0);

    let customers: Vec<_> = (0..CUSTOMERS)
        .map(|_| {
            let (savings, spent) = (Arc::clone(&savings), Arc::clone(&spent));
            thread::spawn(move || transfer(&savings, &spent, 80))
        })
        .collect();
    for customer in customers {
        customer.join().unwrap();
    }

    assert_eq!(savings.balance() + spent.balance(), 100, "money appeared or vanished");
    assert!(savings.balance() >= 0, "the account is overdrawn");
}
