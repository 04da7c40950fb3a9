//! A semaphore whose permits come back by themselves.

use std::sync::{Condvar, Mutex};

pub struct Permits {
    free: Mutex<usize>,
    returned: Condvar,
}

pub struct Permit<'p>(&'p Permits);

impl Permits {
    pub fn new(free: usize) -> Permits {
        Permits { free: Mutex::new(free), returned: Condvar::new() }
    }

    pub fn take(&self) -> Permit<'_> {
        let free = self.free.lock().unwrap();
        let mut free = self.returned.wait_while(free, |free| *free == 0).unwrap();
        *free -= 1;
        Permit(self)
    }

    pub fn try_take(&self) -> Option<Permit<'_>> {
        let mut free = self.free.lock().unwrap();
        *free = free.checked_sub(1)?;
        Some(Permit(self))
    }

    pub fn free(&self) -> usize {
        *self.free.lock().unwrap()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.0.free.lock().unwrap() += 1;
        self.0.returned.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    #[test]
    fn come_back() {
        let permits = Permits::new(1);
        drop(permits.take());
        assert_eq!(permits.free(), 1);
    }

    #[test]
    fn run_out() {
        let permits = Permits::new(1);
        let _taken = permits.take();
        assert!(permits.try_take().is_none());
    }

    #[test]
    fn come_back_from_panics() {
        let permits = Permits::new(1);
        let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _taken = permits.take();
            std::panic::resume_unwind(Box::new("lost"));
        }));
        assert!(caught.is_err());
        assert_eq!(permits.free(), 1);
    }

    #[test]
    fn are_waited_for() {
        let permits = Permits::new(1);
        thread::scope(|scope| {
            scope.spawn(|| drop(permits.take()));
            drop(permits.take());
        });
        assert_eq!(permits.free(), 1);
    }

    #[test]
    fn one_at_a_time() {
        let (permits, inside) = (Permits::new(1), AtomicUsize::new(0));
        let enter = || {
            let _permit = permits.take();
            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
            inside.fetch_sub(1, Ordering::SeqCst);
        };
        thread::scope(|scope| {
            scope.spawn(enter);
            enter();
        });
    }

    #[test]
    fn two_at_a_time() {
        let (permits, inside) = (Permits::new(2), AtomicUsize::new(0));
        let enter = || {
            let _permit = permits.take();
            assert!(inside.fetch_add(1, Ordering::SeqCst) < 2);
            inside.fetch_sub(1, Ordering::SeqCst);
        };
        thread::scope(|scope| {
            scope.spawn(enter);
            scope.spawn(enter);
            enter();
        });
    }

    #[test]
    fn one_of_two_gets_it() {
        let permits = Permits::new(1);
        let taken = AtomicUsize::new(0);
        let take = || permits.try_take().map(|permit| {
            taken.fetch_add(1, Ordering::SeqCst);
            std::mem::forget(permit);
        });
        thread::scope(|scope| {
            scope.spawn(take);
            take();
        });
        assert_eq!(taken.into_inner(), 1);
    }
}
