//@ verdict: ok
//@ about: boxed trait objects work in other threads and are dropped there
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static DROPPED: AtomicU32 = AtomicU32::new(0);

trait Shape: Send {
    fn area(&self) -> u32;
    fn name(&self) -> String {
        "shape".to_string()
    }
}

struct Square(u32);
struct Rectangle(u32, u32);

impl Shape for Square {
    fn area(&self) -> u32 {
        self.0 * self.0
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        self.0 * self.1
    }
    fn name(&self) -> String {
        format!("{} by {}", self.0, self.1)
    }
}

impl Drop for Rectangle {
    fn drop(&mut self) {
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

fn main() {
    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(3)), Box::new(Rectangle(2, 5))];
    let worker = thread::spawn(move || {
        let names: Vec<_> = shapes.iter().map(|s| s.name()).collect();
        (shapes.iter().map(|s| s.area()).sum::<u32>(), names.join(", "))
    });
    assert_eq!(worker.join().unwrap(), (19, "shape, 2 by 5".to_string()));
    assert_eq!(DROPPED.load(Ordering::SeqCst), 1);
}
