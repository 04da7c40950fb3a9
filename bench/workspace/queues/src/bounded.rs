//! A queue with an upper bound: writers wait for room, readers for items.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};

pub struct Bounded<T> {
    inside: Mutex<Inside<T>>,
    not_empty: Condvar,
    not_full: Condvar,
    capacity: usize,
}

struct Inside<T> {
    items: VecDeque<T>,
    is_closed: bool,
}

impl<T> Bounded<T> {
    pub fn new(capacity: usize) -> Self {
        assert!(capacity > 0, "a queue without room");
        Bounded {
            inside: Mutex::new(Inside { items: VecDeque::new(), is_closed: false }),
            not_empty: Condvar::new(),
            not_full: Condvar::new(),
            capacity,
        }
    }

    /// Waits for room; gives the item back if the queue is closed.
    pub fn push(&self, item: T) -> Result<(), T> {
        let mut inside = self.inside.lock().unwrap();
        while inside.items.len() == self.capacity && !inside.is_closed {
            inside = self.not_full.wait(inside).unwrap();
        }
        if inside.is_closed {
            return Err(item);
        }
        inside.items.push_back(item);
        self.not_empty.notify_one();
        Ok(())
    }

    /// Waits for an item; None if the queue is closed and empty.
    pub fn pop(&self) -> Option<T> {
        let mut inside = self.inside.lock().unwrap();
        loop {
            if let Some(item) = inside.items.pop_front() {
                self.not_full.notify_one();
                return Some(item);
            }
            if inside.is_closed {
                return None;
            }
            inside = self.not_empty.wait(inside).unwrap();
        }
    }

    pub fn try_pop(&self) -> Option<T> {
        let item = self.inside.lock().unwrap().items.pop_front();
        if item.is_some() {
            self.not_full.notify_one();
        }
        item
    }

    pub fn close(&self) {
        self.inside.lock().unwrap().is_closed = true;
        self.not_empty.notify_all();
        self.not_full.notify_all();
    }

    pub fn len(&self) -> usize {
        self.inside.lock().unwrap().items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn is_empty_at_first() {
        let queue: Bounded<u8> = Bounded::new(1);
        assert!(queue.is_empty());
        assert_eq!(queue.try_pop(), None);
    }

    #[test]
    fn keeps_the_order() {
        let queue = Bounded::new(3);
        (0..3).for_each(|item| queue.push(item).unwrap());
        assert_eq!([queue.pop(), queue.pop(), queue.pop()], [Some(0), Some(1), Some(2)]);
    }

    #[test]
    #[should_panic(expected = "without room")]
    fn has_room() {
        Bounded::<u8>::new(0);
    }

    #[test]
    fn gives_items_back_when_closed() {
        let queue = Bounded::new(1);
        queue.close();
        assert_eq!(queue.push(7), Err(7));
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn hands_over() {
        let queue = Bounded::new(1);
        thread::scope(|scope| {
            scope.spawn(|| queue.push(7).unwrap());
            assert_eq!(queue.pop(), Some(7));
        });
    }

    #[test]
    fn waits_for_room() {
        let queue = Bounded::new(1);
        thread::scope(|scope| {
            scope.spawn(|| (0..3).for_each(|item| queue.push(item).unwrap()));
            (0..3).for_each(|item| assert_eq!(queue.pop(), Some(item)));
        });
    }

    #[test]
    fn two_writers() {
        let queue = Bounded::new(1);
        thread::scope(|scope| {
            scope.spawn(|| queue.push(1).unwrap());
            scope.spawn(|| queue.push(2).unwrap());
            assert_eq!(queue.pop().unwrap() + queue.pop().unwrap(), 3);
        });
        assert!(queue.is_empty());
    }

    #[test]
    fn closing_wakes_readers() {
        let queue: Bounded<u8> = Bounded::new(1);
        thread::scope(|scope| {
            scope.spawn(|| assert_eq!(queue.pop(), None));
            queue.close();
        });
    }

    #[test]
    fn closing_wakes_writers() {
        let queue = Bounded::new(1);
        queue.push(0).unwrap();
        thread::scope(|scope| {
            scope.spawn(|| assert_eq!(queue.push(1), Err(1)));
            queue.close();
        });
        assert_eq!(queue.pop(), Some(0));
    }
}
