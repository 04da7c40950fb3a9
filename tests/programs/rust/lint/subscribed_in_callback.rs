//@ verdict: error
//@ kind: deadlock
//@ about: listeners are called under the lock, and one of them subscribes another
use std::sync::{Arc, Mutex};
use std::thread;

#[derive(Default)]
struct Bus {
    listeners: Mutex<Vec<u32>>,
}

impl Bus {
    fn subscribe(&self, listener: u32) {
        self.listeners.lock().unwrap().push(listener); //~ deadlock
    }

    fn publish(&self) {
        let listeners = self.listeners.lock().unwrap();
        for listener in listeners.iter() {
            if *listener == 1 {
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
}
