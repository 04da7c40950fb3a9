//@ verdict: ok
//@ about: listeners are copied, and the lock is given back before they are called
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Bus {
    listeners: Mutex<Vec<u32>>,
}

impl Bus {
    fn subscribe(&self, listener: u32) {
        self.listeners.lock().unwrap().push(listener);
    }

    fn publish(&self) {
        let listeners = self.listeners.lock().unwrap().clone();
        for listener in listeners {
            if listener == 1 {
                self.subscribe(2);
            }
        }
    }
}

fn main() {
    let bus = Arc::new(Bus::default());
    bus.subscribe(1);
    let other = Arc::clone(&bus);
    let publisher = thread::spawn(move || other.publish());
    publisher.join().unwrap();
    bus.subscribe(3);
}
