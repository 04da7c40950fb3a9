//! Cash machines that work on one database of accounts, and with a wrong lock: StEAM's
//! `cashit`.
//!
//! ```sh
//! trailhound check examples/steam/cashit.rs            # one machine and the bank's clerk
//! trailhound check examples/steam/cashit.rs -DN=2      # two machines and the clerk
//! trailhound check examples/steam/cashit.rs -DFIXED    # no error
//! ```
//!
//! Each machine serves a customer, who withdraws money, asks for the balance and transfers the
//! rest to a neighbour, while the clerk books interest. Every account has a lock of its own,
//! and whoever works on an account opens it and closes it again: nobody may find it open.
//!
//! The seeded error: a transfer pays in under the lock of the account that it pays from. Safe
//! Rust keeps one from that where the data lies inside of its mutex; here the lock stands
//! beside the data, as it does in a database, and the data is atomic to make that possible.
//!
//! How to build it natively: see `philo.rs`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering::SeqCst};
use std::thread;

const N: usize = match option_env!("N") {
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("N must be a number"),
    },
    None => 1,
};

struct Account {
    lock: Mutex<()>,
    /// Somebody works on it.
    open: AtomicBool,
    balance: AtomicI32,
}

/// One for each customer, and one more that the last of them transfers to.
static ACCOUNTS: [Account; N + 1] = [const { Account::new(100) }; N + 1];

impl Account {
    const fn new(balance: i32) -> Account {
        Account {
            lock: Mutex::new(()),
            open: AtomicBool::new(false),
            balance: AtomicI32::new(balance),
        }
    }

    fn open(&self) {
        assert!(!self.open.load(SeqCst));
        self.open.store(true, SeqCst);
    }

    fn close(&self) {
        self.open.store(false, SeqCst);
    }

    /// To be called with the lock of the account held.
    fn book(&self, amount: i32) {
        self.open();
        let balance = self.balance.load(SeqCst);
        self.balance.store(balance + amount, SeqCst);
        self.close();
    }

    fn withdraw(&self, amount: i32) {
        let _locked = self.lock.lock().unwrap();
        self.book(-amount);
    }

    fn request(&self) -> i32 {
        let _locked = self.lock.lock().unwrap();
        self.open();
        let balance = self.balance.load(SeqCst);
        self.close();
        balance
    }

    fn transfer(&self, to: &Account, amount: i32) {
        self.withdraw(amount);
        // The error: `to` is what must be locked now.
        let account = if cfg!(FIXED) { to } else { self };
        let _locked = account.lock.lock().unwrap();
        to.book(amount);
    }
}

fn cash_machine(number: usize) {
    let own = &ACCOUNTS[number];
    own.withdraw(20);
    let rest = own.request();
    own.transfer(&ACCOUNTS[number + 1], rest);
}

fn clerk() {
    for account in &ACCOUNTS {
        let _locked = account.lock.lock().unwrap();
        account.book(1);
    }
}

fn main() {
    // The bank opens in one step, as in the paper.
    let threads: Vec<_> = trailhound::atomic(|| {
        let mut threads = Vec::new();
        for number in 0..N {
            threads.push(thread::spawn(move || cash_machine(number)));
        }
        threads.push(thread::spawn(clerk));
        threads
    });
    for thread in threads {
        thread.join().unwrap();
    }
}
