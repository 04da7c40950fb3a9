//! How often searches inspect a step, and how often they may: a bound that machines of several threads
//! use up together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) struct Inspections {
    taken: u64,
    /// As many may be taken before it asks for more.
    most: u64,
    /// What is left for all threads, if there are several and a bound.
    left: Option<Arc<AtomicU64>>,
}

/// So many are asked for at once.
const SHARE: u64 = 64;

impl Default for Inspections {
    fn default() -> Self {
        Inspections {
            taken: 0,
            most: u64::MAX,
            left: None,
        }
    }
}

impl Inspections {
    pub fn taken(&self) -> u64 {
        self.taken
    }

    /// Those that were taken before the search was resumed count as well.
    pub fn resume(&mut self, taken: u64) {
        self.taken += taken;
    }

    /// So many more; None: as many as there are.
    pub fn bound(&mut self, most: Option<u64>) {
        self.most = most.map_or(u64::MAX, |most| self.taken.saturating_add(most));
        self.left = None;
    }

    #[inline]
    pub fn take(&mut self) {
        self.taken += 1;
        if self.are_used_up() {
            self.ask();
        }
    }

    #[inline]
    pub fn are_used_up(&self) -> bool {
        self.taken >= self.most
    }

    #[cold]
    fn ask(&mut self) {
        let Some(left) = &self.left else { return };
        let take = |left: u64| Some(left.saturating_sub(SHARE));
        let before = left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        self.most += before.map_or(0, |left| left.min(SHARE));
    }

    /// For another thread, within the same bound.
    pub fn fork(&mut self) -> Inspections {
        if self.most == u64::MAX {
            return Inspections::default();
        }
        let rest = self.most.saturating_sub(self.taken);
        let left = self.left.get_or_insert_default();
        left.fetch_add(rest, Ordering::Relaxed);
        let mut other = Inspections {
            taken: 0,
            most: 0,
            left: Some(left.clone()),
        };
        self.most = self.taken;
        self.ask();
        other.ask();
        other
    }

    /// Adds what another thread has taken, and takes back what it has not.
    pub fn join(&mut self, other: &Inspections) {
        self.taken += other.taken;
        self.most = self.most.saturating_add(other.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_use_up_one_bound() {
        let mut first = Inspections::default();
        first.bound(Some(1000));
        let mut others = [first.fork(), first.fork()];
        while !others[0].are_used_up() {
            others[0].take();
        }
        assert!(others[0].taken() > 1000 - 3 * SHARE);
        let taken: u64 = others.iter().map(Inspections::taken).sum();
        others.iter().for_each(|other| first.join(other));
        assert_eq!(first.taken(), taken);
        while !first.are_used_up() {
            first.take();
        }
        assert_eq!(first.taken(), 1000);
        first.bound(Some(5));
        assert!(!first.are_used_up());
        let mut unbounded = Inspections::default();
        assert_eq!(unbounded.fork().most, u64::MAX);
    }
}
