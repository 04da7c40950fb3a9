//! What the tests of all crates share.

use std::sync::Arc;
use std::thread;

/// Does `work` with `shared` in two threads, and gives what became of it. Joining costs fewer schedules than a
/// scope.
pub fn twice<T: Send + Sync + 'static>(shared: T, work: fn(&T)) -> Arc<T> {
    let shared = Arc::new(shared);
    let others = Arc::clone(&shared);
    let other = thread::spawn(move || work(&others));
    work(&shared);
    other.join().unwrap();
    shared
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_is_started() {
        assert_eq!(1 + 1, 2);
    }

    #[test]
    #[ignore]
    fn takes_long() {
        super::twice((), |_| ());
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn panics() {
        super::twice((), |_| ());
        panic!("out of range");
    }

    #[test]
    #[should_panic]
    fn does_not_panic() {
        super::twice((), |_| ());
    }
}
