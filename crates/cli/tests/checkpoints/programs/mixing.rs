//! Threads whose steps depend on each other, with a lock and atomics.

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::thread;

const THREADS: u32 = 3;
const TURNS: u32 = 3;

fn main() {
    let mixed = Arc::new(Mutex::new(1u32));
    let seen = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = (0..THREADS)
        .map(|number| {
            let (mixed, seen) = (mixed.clone(), seen.clone());
            thread::spawn(move || {
                for _ in 0..TURNS {
                    let mut guard = mixed.lock().unwrap();
                    *guard = (*guard * 3 + number) % 61;
                    seen.store(*guard, SeqCst);
                }
                seen.fetch_add(number, SeqCst);
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
    assert!(seen.load(SeqCst) < 200);
}
