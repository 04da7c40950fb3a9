//! The same programs with the library's types, with those of loom (`--cfg loom`) and of shuttle (`--cfg shuttle`). Orders are
//! wrong with `--cfg wrong`. With `--cfg again` a program runs a thousand times.
#![allow(dead_code, unused_imports, unexpected_cfgs)]

#[cfg(loom)]
pub use loom::{cell::UnsafeCell, sync::Arc, sync::atomic::*, thread};
#[cfg(shuttle)]
pub use shuttle::{sync::Arc, sync::atomic::*, thread};
#[cfg(not(any(loom, shuttle)))]
pub use std::{sync::Arc, sync::atomic::*, thread};

#[cfg(loom)]
pub fn model(program: fn()) {
    loom::model(program);
}

#[cfg(shuttle)]
pub fn model(program: fn()) {
    shuttle::check_random(program, 10_000);
}

#[cfg(not(any(loom, shuttle)))]
pub fn model(program: fn()) {
    for _ in 0..if cfg!(again) { 1000 } else { 1 } {
        program();
    }
}

#[cfg(not(loom))]
pub struct UnsafeCell<T>(std::cell::UnsafeCell<T>);

#[cfg(not(loom))]
impl<T> UnsafeCell<T> {
    pub fn new(value: T) -> Self {
        UnsafeCell(std::cell::UnsafeCell::new(value))
    }

    pub fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    pub fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}

/// The right order, or the wrong one.
pub fn order(right: Ordering, wrong: Ordering) -> Ordering {
    if cfg!(wrong) { wrong } else { right }
}

/// Runs the function in `threads` threads, with their numbers.
pub fn run<T: Send + Sync + 'static>(shared: T, threads: usize, work: fn(&T, usize)) -> Arc<T> {
    let shared = Arc::new(shared);
    let others: Vec<_> = (1..threads)
        .map(|me| {
            let shared = shared.clone();
            thread::spawn(move || work(&shared, me))
        })
        .collect();
    work(&shared, 0);
    others.into_iter().for_each(|other| other.join().unwrap());
    shared
}
