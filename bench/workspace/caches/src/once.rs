//! Each value is computed once, however many ask for it at the same time.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock, RwLock};

pub struct Once<K, V> {
    values: RwLock<BTreeMap<K, Arc<OnceLock<V>>>>,
}

impl<K: Ord, V: Clone> Default for Once<K, V> {
    fn default() -> Self {
        Once { values: RwLock::new(BTreeMap::new()) }
    }
}

impl<K: Ord, V: Clone> Once<K, V> {
    pub fn get(&self, key: &K) -> Option<V> {
        self.values.read().unwrap().get(key)?.get().cloned()
    }

    pub fn get_or_compute(&self, key: K, compute: impl FnOnce() -> V) -> V {
        if let Some(value) = self.get(&key) {
            return value;
        }
        let cell = self.values.write().unwrap().entry(key).or_default().clone();
        cell.get_or_init(compute).clone()
    }

    pub fn forget(&self, key: &K) {
        self.values.write().unwrap().remove(key);
    }

    pub fn len(&self) -> usize {
        self.values.read().unwrap().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn knows_nothing_at_first() {
        assert!(Once::<u8, u8>::default().is_empty());
    }

    #[test]
    fn keeps_what_was_computed() {
        let cache = Once::default();
        assert_eq!(cache.get_or_compute(1, || 10), 10);
        assert_eq!(cache.get_or_compute(1, || 20), 10);
    }

    #[test]
    fn forgets() {
        let cache = Once::default();
        cache.get_or_compute(1, || 10);
        cache.forget(&1);
        assert_eq!(cache.get(&1), None);
    }

    #[test]
    fn keys_are_kept_apart() {
        let cache = Once::default();
        cache.get_or_compute(1, || 10);
        assert_eq!(cache.get_or_compute(2, || 20), 20);
        assert_eq!(cache.len(), 2);
    }

    #[test]
    fn is_computed_once() {
        let (cache, computed) = (Once::default(), AtomicUsize::new(0));
        let ask = || cache.get_or_compute(1, || computed.fetch_add(1, Ordering::SeqCst));
        thread::scope(|scope| {
            scope.spawn(ask);
            assert_eq!(ask(), 0);
        });
        assert_eq!(computed.into_inner(), 1);
    }

    #[test]
    fn both_get_the_same() {
        let cache = Once::default();
        thread::scope(|scope| {
            let other = scope.spawn(|| cache.get_or_compute(1, || 10));
            let own = cache.get_or_compute(1, || 20);
            assert_eq!(other.join().unwrap(), own);
        });
    }

    #[test]
    fn other_keys_do_not_wait() {
        let cache = Once::default();
        thread::scope(|scope| {
            scope.spawn(|| cache.get_or_compute(1, || 10));
            assert_eq!(cache.get_or_compute(2, || 20), 20);
        });
        assert_eq!(cache.len(), 2);
    }

    #[test]
    fn may_be_forgotten_while_it_is_computed() {
        let cache = Once::default();
        thread::scope(|scope| {
            scope.spawn(|| cache.forget(&1));
            assert_eq!(cache.get_or_compute(1, || 10), 10);
        });
    }
}
