//@ verdict: ok
//@ about: a generic bounded queue with two condition variables
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex};
use std::thread;

struct Queue<T, const N: usize> {
    items: Mutex<VecDeque<T>>,
    not_empty: Condvar,
    not_full: Condvar,
}

impl<T, const N: usize> Queue<T, N> {
    fn new() -> Self {
        Queue { items: Mutex::new(VecDeque::new()), not_empty: Condvar::new(), not_full: Condvar::new() }
    }

    fn put(&self, item: T) {
        let mut items = self.items.lock().unwrap();
        while items.len() == N {
            items = self.not_full.wait(items).unwrap();
        }
        items.push_back(item);
        self.not_empty.notify_one();
    }

    fn take(&self) -> T {
        let mut items = self.items.lock().unwrap();
        loop {
            match items.pop_front() {
                Some(item) => {
                    self.not_full.notify_one();
                    return item;
                }
                None => items = self.not_empty.wait(items).unwrap(),
            }
        }
    }
}

fn main() {
    let queue: Queue<String, 1> = Queue::new();
    thread::scope(|scope| {
        scope.spawn(|| {
            queue.put("first".to_string());
            queue.put("second".to_string());
        });
        assert_eq!(queue.take(), "first");
        assert_eq!(queue.take(), "second");
    });
}
