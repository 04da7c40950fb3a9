//! A program that uses the crate runs natively, outside of the checker.

use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

#[test]
fn a_toss_stays_below_its_bound() {
    assert!((0..100).all(|_| trailhound::toss(3) < 3));
    assert_eq!(trailhound::toss(1), 0);
}

#[test]
fn a_choice_is_one_of_the_items() {
    let dishes = ["soup", "salad"];
    assert!(dishes.contains(trailhound::choose(&dishes)));
}

#[test]
fn atomic_sections_exclude_each_other_and_nest() {
    let count = AtomicU32::new(0);
    let increment = || {
        for _ in 0..1000 {
            trailhound::atomic(|| {
                let read = trailhound::atomic(|| count.load(Ordering::Relaxed));
                count.store(read + 1, Ordering::Relaxed);
            });
        }
    };
    thread::scope(|scope| {
        scope.spawn(increment);
        scope.spawn(increment);
    });
    assert_eq!(count.into_inner(), 2000);
}

#[test]
fn a_panic_leaves_the_atomic_section() {
    let panicked = panic::catch_unwind(|| trailhound::atomic(|| panic!("inside")));
    assert!(panicked.is_err());
    thread::spawn(|| trailhound::atomic(|| {})).join().unwrap();
}

#[test]
fn a_check_that_holds_does_nothing_and_one_that_fails_panics() {
    trailhound::assume(true);
    trailhound::mark("before the checks");
    trailhound::check!(1 + 1 == 2);
    let sum = 3;
    let failure = panic::catch_unwind(AssertUnwindSafe(|| trailhound::check!(sum == 4)))
        .expect_err("the check does not hold");
    let message = failure
        .downcast_ref::<String>()
        .expect("a formatted message");
    assert!(message.contains("sum == 4"), "{message}");
    assert!(message.contains("native.rs"), "{message}");
}
