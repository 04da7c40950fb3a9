//! Accounts, and money that goes from one to the other.

use std::sync::Mutex;

use ledger::Ledger;

#[derive(Default)]
pub struct Bank {
    pub checking: Mutex<i32>,
    pub savings: Mutex<i32>,
    pub ledger: Ledger,
}

impl Bank {
    pub fn save(&self, amount: i32) {
        let mut from = self.checking.lock().unwrap();
        let mut to = self.savings.lock().unwrap();
        *from -= amount;
        *to += amount;
        self.ledger.book();
    }

    /// Wrong: it locks in the other order than `save`.
    pub fn spend(&self, amount: i32) {
        let mut from = self.savings.lock().unwrap();
        let mut to = self.checking.lock().unwrap();
        *from -= amount;
        *to += amount;
        self.ledger.book();
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_sum_stays() {
        let bank = Bank::default();
        thread::scope(|scope| {
            scope.spawn(|| bank.save(2));
            scope.spawn(|| bank.save(3));
        });
        assert_eq!(*bank.checking.lock().unwrap(), -5);
        assert_eq!(*bank.savings.lock().unwrap(), 5);
    }
}
