//! The latest of a series of values, for many readers.

use std::sync::{Arc, RwLock};

pub struct Latest<T> {
    value: RwLock<(u64, Arc<T>)>,
}

impl<T> Latest<T> {
    pub fn new(value: T) -> Self {
        Latest { value: RwLock::new((0, Arc::new(value))) }
    }

    pub fn get(&self) -> Arc<T> {
        self.value.read().unwrap().1.clone()
    }

    pub fn version(&self) -> u64 {
        self.value.read().unwrap().0
    }

    pub fn publish(&self, value: T) {
        let mut latest = self.value.write().unwrap();
        *latest = (latest.0 + 1, Arc::new(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn begins_with_a_value() {
        assert_eq!(*Latest::new(1).get(), 1);
    }

    #[test]
    fn counts_versions() {
        let latest = Latest::new(1);
        latest.publish(2);
        assert_eq!((*latest.get(), latest.version()), (2, 1));
    }

    #[test]
    fn readers_have_one_or_the_other() {
        let latest = Latest::new((0, 0));
        thread::scope(|scope| {
            scope.spawn(|| latest.publish((1, 1)));
            let value = latest.get();
            assert_eq!(value.0, value.1);
        });
    }

    #[test]
    fn what_was_read_stays() {
        let latest = Latest::new(1);
        let old = latest.get();
        thread::scope(|scope| drop(scope.spawn(|| latest.publish(2))));
        assert_eq!((*old, *latest.get()), (1, 2));
    }
}
