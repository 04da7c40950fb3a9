//! Keeps what was used last.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Lru<K, V> {
    /// The one that was used last comes last.
    entries: Mutex<Vec<(K, V)>>,
    capacity: usize,
    hits: AtomicUsize,
    misses: AtomicUsize,
}

impl<K: PartialEq, V: Clone> Lru<K, V> {
    pub fn new(capacity: usize) -> Self {
        Lru {
            entries: Mutex::new(Vec::with_capacity(capacity)),
            capacity,
            hits: AtomicUsize::new(0),
            misses: AtomicUsize::new(0),
        }
    }

    pub fn get(&self, key: &K) -> Option<V> {
        let mut entries = self.entries.lock().unwrap();
        let Some(index) = entries.iter().position(|(other, _)| other == key) else {
            self.misses.fetch_add(1, Ordering::SeqCst);
            return None;
        };
        self.hits.fetch_add(1, Ordering::SeqCst);
        let entry = entries.remove(index);
        let value = entry.1.clone();
        entries.push(entry);
        Some(value)
    }

    pub fn insert(&self, key: K, value: V) {
        let mut entries = self.entries.lock().unwrap();
        entries.retain(|(other, _)| *other != key);
        if entries.len() == self.capacity {
            entries.remove(0);
        }
        entries.push((key, value));
    }

    pub fn len(&self) -> usize {
        self.entries.lock().unwrap().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn asked(&self) -> usize {
        self.hits.load(Ordering::SeqCst) + self.misses.load(Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn is_empty_at_first() {
        assert!(Lru::<u8, u8>::new(1).is_empty());
    }

    #[test]
    fn drops_the_oldest() {
        let cache = Lru::new(2);
        (0..3).for_each(|key| cache.insert(key, key));
        assert_eq!((cache.get(&0), cache.get(&2)), (None, Some(2)));
    }

    #[test]
    fn use_keeps_young() {
        let cache = Lru::new(2);
        cache.insert(0, 'a');
        cache.insert(1, 'b');
        cache.get(&0);
        cache.insert(2, 'c');
        assert_eq!((cache.get(&0), cache.get(&1)), (Some('a'), None));
    }

    #[test]
    fn counts_questions() {
        let cache = Lru::<u8, u8>::new(1);
        let _ = (cache.get(&1), cache.get(&2));
        assert_eq!(cache.asked(), 2);
    }

    #[test]
    fn has_room_for_no_more() {
        let cache = Lru::new(1);
        thread::scope(|scope| {
            scope.spawn(|| cache.insert(1, 1));
            cache.insert(2, 2);
        });
        assert_eq!(cache.len(), 1);
    }

    #[test]
    fn counts_the_questions_of_all() {
        let cache = Lru::<u8, u8>::new(1);
        thread::scope(|scope| {
            scope.spawn(|| cache.get(&1));
            cache.get(&2);
        });
        assert_eq!(cache.asked(), 2);
    }

    #[test]
    fn readers_see_whole_values() {
        let cache = Lru::new(1);
        thread::scope(|scope| {
            scope.spawn(|| cache.insert(1, (1, 1)));
            assert!(matches!(cache.get(&1), None | Some((1, 1))));
        });
    }

    #[test]
    fn writers_of_one_key() {
        let cache = Lru::new(2);
        thread::scope(|scope| {
            scope.spawn(|| cache.insert(1, 'a'));
            cache.insert(1, 'b');
        });
        assert_eq!(cache.len(), 1);
    }
}
