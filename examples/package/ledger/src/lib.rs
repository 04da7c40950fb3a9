//! Counts what was booked.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};

#[derive(Default)]
pub struct Ledger {
    entries: AtomicU32,
}

impl Ledger {
    /// Wrong: two threads may read the same number.
    pub fn book(&self) {
        let entries = self.entries.load(SeqCst);
        self.entries.store(entries + 1, SeqCst);
    }

    pub fn entries(&self) -> u32 {
        self.entries.load(SeqCst)
    }
}
