//! Books from two threads at once, and some bookings are lost.

use std::thread;

use bank::Bank;

fn main() {
    let bank = Bank::default();
    thread::scope(|scope| {
        scope.spawn(|| bank.ledger.book());
        scope.spawn(|| bank.ledger.book());
    });
    assert_eq!(bank.ledger.entries(), 2);
}
