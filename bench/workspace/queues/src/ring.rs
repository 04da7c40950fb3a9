//! A ring for one writer and one reader, without locks.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Holds `N` numbers at most.
pub struct Ring<const N: usize> {
    slots: [AtomicUsize; N],
    read: AtomicUsize,
    written: AtomicUsize,
}

impl<const N: usize> Default for Ring<N> {
    fn default() -> Self {
        Ring {
            slots: std::array::from_fn(|_| AtomicUsize::new(0)),
            read: AtomicUsize::new(0),
            written: AtomicUsize::new(0),
        }
    }
}

impl<const N: usize> Ring<N> {
    /// False if there is no room.
    pub fn push(&self, item: usize) -> bool {
        let written = self.written.load(Ordering::SeqCst);
        if written - self.read.load(Ordering::SeqCst) == N {
            return false;
        }
        self.slots[written % N].store(item, Ordering::SeqCst);
        self.written.store(written + 1, Ordering::SeqCst);
        true
    }

    pub fn pop(&self) -> Option<usize> {
        let read = self.read.load(Ordering::SeqCst);
        if read == self.written.load(Ordering::SeqCst) {
            return None;
        }
        let item = self.slots[read % N].load(Ordering::SeqCst);
        self.read.store(read + 1, Ordering::SeqCst);
        Some(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn is_empty_at_first() {
        assert_eq!(Ring::<2>::default().pop(), None);
    }

    #[test]
    fn has_an_end() {
        let ring = Ring::<2>::default();
        assert!(ring.push(1) && ring.push(2) && !ring.push(3));
        assert_eq!(ring.pop(), Some(1));
        assert!(ring.push(3));
    }

    #[test]
    fn reads_what_was_written() {
        let ring = Ring::<2>::default();
        thread::scope(|scope| {
            scope.spawn(|| assert!(ring.push(5)));
            if let Some(item) = ring.pop() {
                assert_eq!(item, 5);
            }
        });
    }

    #[test]
    fn keeps_the_order() {
        let ring = Ring::<2>::default();
        thread::scope(|scope| {
            scope.spawn(|| (1..4).for_each(|item| _ = ring.push(item)));
            let mut last = 0;
            for item in (0..3).filter_map(|_| ring.pop()) {
                assert!(item > last);
                last = item;
            }
        });
    }

    #[test]
    fn goes_round() {
        let ring = Ring::<1>::default();
        thread::scope(|scope| {
            scope.spawn(|| (0..3).filter(|item| ring.push(*item)).count());
            let _ = (ring.pop(), ring.pop());
        });
        assert!(ring.pop().is_none_or(|item| item < 3));
    }
}
