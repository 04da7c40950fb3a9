//! What a thread knows: a place in each history, the recorded accesses that happened before, and the
//! SC stores that its next SC access must come after. It does not know histories.

use crate::thread_id::ThreadId;

/// Numbers by cell or thread; absent ones are 0. Sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sparse(Vec<(u64, u32)>);

impl Sparse {
    pub fn get(&self, key: u64) -> u32 {
        match self.0.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => self.0[at].1,
            Err(_) => 0,
        }
    }

    pub fn set(&mut self, key: u64, value: u32) {
        match self.0.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) if value == 0 => {
                self.0.remove(at);
            }
            Ok(at) => self.0[at].1 = value,
            Err(_) if value == 0 => {}
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    pub fn raise(&mut self, key: u64, value: u32) {
        if self.get(key) < value {
            self.set(key, value);
        }
    }

    pub fn join(&mut self, other: &Sparse) {
        if self.0.is_empty() {
            self.0.clone_from(&other.0);
            return;
        }
        for &(key, value) in &other.0 {
            self.raise(key, value);
        }
    }

    /// Removes what `known` covers.
    pub fn subtract(&mut self, known: &Sparse) {
        self.0.retain(|&(key, value)| known.get(key) < value);
    }

    /// The lesser of each two.
    pub fn meet(&mut self, other: &Sparse) {
        self.0.retain_mut(|(key, value)| {
            *value = (*value).min(other.get(*key));
            *value > 0
        });
    }

    /// Changes the number of one key.
    pub fn map(&mut self, key: u64, change: impl FnOnce(u32) -> u32) {
        let old = self.get(key);
        if old > 0 {
            self.set(key, change(old));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn entries(&self) -> &[(u64, u32)] {
        &self.0
    }

    pub fn from_entries(entries: Vec<(u64, u32)>) -> Sparse {
        debug_assert!(entries.is_sorted());
        Sparse(entries)
    }

    pub fn retain(&mut self, mut keeps: impl FnMut(u64) -> bool) {
        self.0.retain(|&(key, _)| keeps(key));
    }
}

/// What travels with a release and is taken over by an acquire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// By cell: the oldest message that may still be read.
    pub at: Sparse,
    /// By thread identity: its newest recorded access that happened before.
    pub clock: Sparse,
    /// By cell: the newest SC store that the holder's next SC access must come after. A store that
    /// is the oldest message kept counts as none: no access can come before it any more.
    pub sc: Sparse,
}

impl View {
    pub fn join(&mut self, other: &View) {
        self.at.join(&other.at);
        self.clock.join(&other.clock);
        self.sc.join(&other.sc);
    }

    pub fn subtract(&mut self, known: &View) {
        self.at.subtract(&known.at);
        self.clock.subtract(&known.clock);
        self.sc.subtract(&known.sc);
    }

    pub fn is_empty(&self) -> bool {
        self.at.is_empty() && self.clock.is_empty() && self.sc.is_empty()
    }
}

/// The views of a thread, which is kept until it is joined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadViews {
    pub number: ThreadId,
    /// By what name clocks know the thread. Its number may have been another's before, whose
    /// recorded accesses are still told apart.
    pub identity: u32,
    pub alive: bool,
    /// The thread whose end it waits for: it does nothing before it knows what that one knows.
    pub joins: Option<ThreadId>,
    pub current: View,
    /// What an acquire fence would take over.
    pub acquirable: View,
    /// What the last release fence published, for the relaxed stores after it.
    pub released: View,
}
