//! Objects that are made once and lent again and again.

use std::ops::{Deref, DerefMut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub struct Objects<T> {
    idle: Mutex<Vec<T>>,
    make: fn() -> T,
    made: AtomicUsize,
}

pub struct Lent<'o, T> {
    objects: &'o Objects<T>,
    object: Option<T>,
}

impl<T> Objects<T> {
    pub fn new(make: fn() -> T) -> Self {
        Objects { idle: Mutex::new(Vec::new()), make, made: AtomicUsize::new(0) }
    }

    pub fn lend(&self) -> Lent<'_, T> {
        let idle = self.idle.lock().unwrap().pop();
        let object = idle.unwrap_or_else(|| {
            self.made.fetch_add(1, Ordering::SeqCst);
            (self.make)()
        });
        Lent { objects: self, object: Some(object) }
    }

    pub fn made(&self) -> usize {
        self.made.load(Ordering::SeqCst)
    }

    pub fn idle(&self) -> usize {
        self.idle.lock().unwrap().len()
    }
}

impl<T> Deref for Lent<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.object.as_ref().expect("it is lent")
    }
}

impl<T> DerefMut for Lent<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.object.as_mut().expect("it is lent")
    }
}

impl<T> Drop for Lent<'_, T> {
    fn drop(&mut self) {
        let object = self.object.take().expect("it is lent");
        self.objects.idle.lock().unwrap().push(object);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn are_made_when_needed() {
        let buffers = Objects::new(Vec::<u8>::new);
        assert_eq!(buffers.made(), 0);
        drop(buffers.lend());
        assert_eq!((buffers.made(), buffers.idle()), (1, 1));
    }

    #[test]
    fn are_lent_again() {
        let buffers = Objects::new(Vec::<u8>::new);
        buffers.lend().push(1);
        assert_eq!(*buffers.lend(), [1]);
        assert_eq!(buffers.made(), 1);
    }

    #[test]
    fn two_at_once_are_two() {
        let numbers = Objects::new(|| 0);
        let (first, second) = (numbers.lend(), numbers.lend());
        drop((first, second));
        assert_eq!(numbers.idle(), 2);
    }

    #[test]
    fn nobody_else_has_it() {
        let numbers = Objects::new(|| 0);
        let count = || *numbers.lend() += 1;
        thread::scope(|scope| {
            scope.spawn(count);
            count();
        });
        let sum: i32 = numbers.idle.lock().unwrap().iter().sum();
        assert_eq!(sum, 2);
    }

    #[test]
    fn all_come_back() {
        let numbers = Objects::new(|| 0);
        let lend = || drop(numbers.lend());
        thread::scope(|scope| {
            scope.spawn(lend);
            lend();
        });
        assert_eq!(numbers.idle(), numbers.made());
    }

    #[test]
    fn there_are_as_many_as_users() {
        let numbers = Objects::new(|| 0);
        let twice = || (0..2).for_each(|_| drop(numbers.lend()));
        thread::scope(|scope| {
            scope.spawn(twice);
            twice();
        });
        assert!((1..=2).contains(&numbers.made()));
    }
}
