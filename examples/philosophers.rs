//! Dining philosophers, as one would write them in ordinary Rust, and they deadlock.
//!
//! Every philosopher takes the left fork, then the right one. Run natively this program
//! nearly always ends; `trailhound check examples/philosophers.rs` finds the schedule in
//! which everybody holds a left fork and waits for ever for the right one.
//! `philosophers_fixed.rs` is the cure.

use std::sync::{Arc, Mutex};
use std::thread;

/// How many sit at the table. The number of schedules grows quickly with it.
const PHILOSOPHERS: usize = 3;

/// A fork counts how often somebody ate with it.
type Fork = Arc<Mutex<u32>>;

fn dine(left: Fork, right: Fork) {
    let mut left = left.lock().unwrap();
    // If all philosophers get as far as this line, none of them gets any further.
    let mut right = right.lock().unwrap();
    *left += 1;
    *right += 1;
}

fn main() {
    let forks: Vec<Fork> = (0..PHILOSOPHERS).map(|_| Fork::default()).collect();

    let philosophers: Vec<_> = (0..PHILOSOPHERS)
        .map(|seat| {
            let left = Arc::clone(&forks[seat]);
            let right = Arc::clone(&forks[(seat + 1) % PHILOSOPHERS]);
            thread::spawn(move || dine(left, right))
        })
        .collect();

    for philosopher in philosophers {
        philosopher.join().unwrap();
    }
    println!("everybody has eaten");
}
