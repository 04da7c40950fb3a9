//! What the tests of all crates share.

use std::thread;

/// Does `work` in two threads.
pub fn twice(work: impl Fn() + Send + Sync) {
    thread::scope(|scope| {
        scope.spawn(&work);
        work();
    });
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
        super::twice(|| ());
    }

    #[test]
    #[should_panic(expected = "out of range")]
    fn panics() {
        super::twice(|| ());
        panic!("out of range");
    }

    #[test]
    #[should_panic]
    fn does_not_panic() {
        super::twice(|| ());
    }
}
