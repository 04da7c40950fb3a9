//! Dining philosophers that cannot deadlock: everybody takes the fork with the smaller
//! number first.
//!
//! In a circle of waiting philosophers each would wait for a fork with a larger number
//! than the one in hand, all the way around, which is impossible.
//! `trailhound check examples/philosophers_fixed.rs` confirms it: no schedule fails.

use std::sync::{Arc, Mutex};
use std::thread;

/// How many sit at the table. The number of schedules grows quickly with it.
const PHILOSOPHERS: usize = 3;

/// A fork counts how often somebody ate with it.
type Fork = Arc<Mutex<u32>>;

fn dine(first: Fork, second: Fork) {
    let mut first = first.lock().unwrap();
    let mut second = second.lock().unwrap();
    *first += 1;
    *second += 1;
}

fn main() {
    let forks: Vec<Fork> = (0..PHILOSOPHERS).map(|_| Fork::default()).collect();

    let philosophers: Vec<_> = (0..PHILOSOPHERS)
        .map(|seat| {
            let (left, right) = (seat, (seat + 1) % PHILOSOPHERS);
            // The whole difference to philosophers.rs: an order among the forks.
            let first = Arc::clone(&forks[left.min(right)]);
            let second = Arc::clone(&forks[left.max(right)]);
            thread::spawn(move || dine(first, second))
        })
        .collect();

    for philosopher in philosophers {
        philosopher.join().unwrap();
    }
    for fork in &forks {
        assert_eq!(*fork.lock().unwrap(), 2);
    }
    println!("everybody has eaten");
}
