//! Three threads that share a counter and print what they see, or, with `--cfg quiet`, do not:
//! how much printing adds to the number of states.

use std::sync::{Arc, Mutex};
use std::thread;

fn main() {
    let counter = Arc::new(Mutex::new(0));
    let workers: Vec<_> = (0..3)
        .map(|worker| {
            let counter = Arc::clone(&counter);
            thread::spawn(move || {
                let mut count = counter.lock().unwrap();
                *count += 1;
                let seen = *count;
                drop(count);
                if cfg!(not(quiet)) {
                    println!("worker {worker} sees {seen}");
                }
            })
        })
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(*counter.lock().unwrap(), 3);
}
