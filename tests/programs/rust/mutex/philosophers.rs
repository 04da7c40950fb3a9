//@ verdict: error
//@ kind: deadlock
//@ about: three philosophers who all take the left fork first
use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let forks: Vec<_> = (0..3).map(|_| Arc::new(Mutex::new(()))).collect();
    let philosophers: Vec<_> = (0..3)
        .map(|seat| {
            let left = Arc::clone(&forks[seat]);
            let right = Arc::clone(&forks[(seat + 1) % 3]);
            thread::spawn(move || {
                let _left = left.lock().unwrap();
                let _right = right.lock().unwrap();
            })
        })
        .collect();
    for philosopher in philosophers {
        philosopher.join().unwrap();
    }
}
