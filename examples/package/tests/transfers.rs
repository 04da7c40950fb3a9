use std::thread;

use bank::Bank;

#[test]
fn both_ways() {
    let bank = Bank::default();
    thread::scope(|scope| {
        scope.spawn(|| bank.save(1));
        bank.spend(1);
    });
    assert_eq!(*bank.checking.lock().unwrap(), 0);
}

#[test]
fn two_savings() {
    let bank = Bank::default();
    thread::scope(|scope| {
        scope.spawn(|| bank.ledger.book());
        bank.ledger.book();
    });
    assert_eq!(bank.ledger.entries(), 2);
}

#[test]
fn one_way() {
    let bank = Bank::default();
    bank.save(1);
    assert_eq!(bank.ledger.entries(), 1);
}
