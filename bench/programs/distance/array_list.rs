//! Stands for AryList: an array list that takes over all values of another one, of which it
//! asks the size first and the values later; the synchronised list locks each operation by
//! itself. Another thread may clear it in between.

use std::sync::{Arc, Mutex};
use std::thread;

/// Threads that copy.
const COPIERS: usize = 10;

trait Collection: Send + Sync {
    fn size(&self) -> usize;
    fn copy_to(&self, target: &mut [i32]) -> usize;
    fn clear(&self);
}

trait Sink: Send {
    fn add_all(&mut self, source: &dyn Collection) -> bool;
    fn size(&self) -> usize;
}

#[derive(Default)]
struct ArrayList {
    values: Vec<i32>,
}

impl Sink for ArrayList {
    fn add_all(&mut self, source: &dyn Collection) -> bool {
        let expected = source.size();
        let start = self.values.len();
        self.values.resize(start + expected, 0);
        let copied = source.copy_to(&mut self.values[start..]);
        if copied != expected {
            changed_while_copied(copied, expected);
        }
        copied > 0
    }

    fn size(&self) -> usize {
        self.values.len()
    }
}

/// Takes nothing in.
struct Counter {
    seen: usize,
}

impl Sink for Counter {
    fn add_all(&mut self, source: &dyn Collection) -> bool {
        self.seen += source.size();
        self.seen > 0
    }

    fn size(&self) -> usize {
        self.seen
    }
}

struct Synchronised {
    inner: Mutex<Vec<i32>>,
}

impl Collection for Synchronised {
    fn size(&self) -> usize {
        self.inner.lock().unwrap().len()
    }

    fn copy_to(&self, target: &mut [i32]) -> usize {
        let values = self.inner.lock().unwrap();
        let count = values.len().min(target.len());
        target[..count].copy_from_slice(&values[..count]);
        count
    }

    fn clear(&self) {
        self.inner.lock().unwrap().clear();
    }
}

struct Fixed([i32; 2]);

impl Collection for Fixed {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn copy_to(&self, target: &mut [i32]) -> usize {
        target[..2].copy_from_slice(&self.0);
        2
    }

    fn clear(&self) {}
}

#[inline(never)]
fn changed_while_copied(copied: usize, expected: usize) -> ! {
    panic!("{copied} of {expected} values: the list has changed while it was copied");
}

fn main() {
    let shared: Arc<dyn Collection> = Arc::new(Synchronised {
        inner: Mutex::new(vec![1, 2, 3]),
    });
    let clearing = {
        let shared = shared.clone();
        thread::spawn(move || {
            shared.clear();
            shared.size()
        })
    };
    let copiers: Vec<_> = (0..COPIERS)
        .map(|number| {
            let shared = shared.clone();
            let mut sink: Box<dyn Sink> = if number % 2 == 0 {
                Box::new(ArrayList::default())
            } else {
                Box::new(Counter { seen: 0 })
            };
            thread::spawn(move || {
                sink.add_all(&*shared);
                sink.add_all(&Fixed([1, 2]));
                sink.size()
            })
        })
        .collect();
    clearing.join().unwrap();
    for copier in copiers {
        copier.join().unwrap();
    }
}
