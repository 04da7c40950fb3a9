//! Stands for AbsList: an abstract list whose `equals` walks two lists by their iterators,
//! and a synchronised list that locks each operation by itself. While one thread compares,
//! another may shorten the list between `has_next` and `next`.

use std::sync::{Arc, Mutex};
use std::thread;

/// Threads that compare.
const READERS: usize = 10;

trait List: Send + Sync {
    fn size(&self) -> usize;
    fn get(&self, index: usize) -> i32;
    fn add(&self, value: i32);
    fn remove_last(&self) -> Option<i32>;
    fn iterator<'a>(&'a self) -> Box<dyn ListIterator + 'a>;

    fn equals(&self, other: &dyn List) -> bool {
        let mut mine = self.iterator();
        let mut theirs = other.iterator();
        while mine.has_next() && theirs.has_next() {
            if mine.next() != theirs.next() {
                return false;
            }
        }
        !(mine.has_next() || theirs.has_next())
    }
}

trait ListIterator {
    fn has_next(&self) -> bool;
    fn next(&mut self) -> i32;
}

/// Walks any list by index.
struct ByIndex<'a, L: List + ?Sized> {
    list: &'a L,
    at: usize,
}

impl<L: List + ?Sized> ListIterator for ByIndex<'_, L> {
    fn has_next(&self) -> bool {
        self.at < self.list.size()
    }

    fn next(&mut self) -> i32 {
        let value = self.list.get(self.at);
        self.at += 1;
        value
    }
}

/// A list that belongs to one thread at a time.
struct Plain {
    values: Mutex<Vec<i32>>,
}

/// A list for several threads: each operation is synchronised.
struct Synchronised {
    inner: Mutex<Vec<i32>>,
}

/// A list of one value, many times.
struct Repeated {
    value: i32,
    times: usize,
}

impl List for Plain {
    fn size(&self) -> usize {
        self.values.lock().unwrap().len()
    }

    fn get(&self, index: usize) -> i32 {
        self.values.lock().unwrap()[index]
    }

    fn add(&self, value: i32) {
        self.values.lock().unwrap().push(value);
    }

    fn remove_last(&self) -> Option<i32> {
        self.values.lock().unwrap().pop()
    }

    fn iterator<'a>(&'a self) -> Box<dyn ListIterator + 'a> {
        Box::new(ByIndex { list: self, at: 0 })
    }
}

impl List for Synchronised {
    fn size(&self) -> usize {
        self.inner.lock().unwrap().len()
    }

    fn get(&self, index: usize) -> i32 {
        let values = self.inner.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        match values.get(index) {
            Some(value) => *value,
            None => concurrent_modification(),
        }
    }

    fn add(&self, value: i32) {
        self.inner.lock().unwrap().push(value);
    }

    fn remove_last(&self) -> Option<i32> {
        self.inner.lock().unwrap().pop()
    }

    fn iterator<'a>(&'a self) -> Box<dyn ListIterator + 'a> {
        Box::new(ByIndex { list: self, at: 0 })
    }
}

impl List for Repeated {
    fn size(&self) -> usize {
        self.times
    }

    fn get(&self, index: usize) -> i32 {
        assert!(index < self.times, "beyond the end");
        self.value
    }

    fn add(&self, _: i32) {}

    fn remove_last(&self) -> Option<i32> {
        None
    }

    fn iterator<'a>(&'a self) -> Box<dyn ListIterator + 'a> {
        Box::new(ByIndex { list: self, at: 0 })
    }
}

#[inline(never)]
fn concurrent_modification() -> ! {
    panic!("the list has changed while it was walked");
}

fn main() {
    let shared: Arc<dyn List> = Arc::new(Synchronised {
        inner: Mutex::new(vec![7]),
    });
    let shrinking = {
        let shared = shared.clone();
        thread::spawn(move || {
            shared.remove_last();
            shared.size()
        })
    };
    let readers: Vec<_> = (0..READERS)
        .map(|number| {
            let shared = shared.clone();
            let other: Box<dyn List> = if number % 2 == 0 {
                Box::new(Repeated { value: 7, times: 1 })
            } else {
                Box::new(Plain {
                    values: Mutex::new(vec![7]),
                })
            };
            thread::spawn(move || other.equals(&*shared))
        })
        .collect();
    shrinking.join().unwrap();
    for reader in readers {
        reader.join().unwrap();
    }
    shared.add(1);
}
