use arc_swap::ArcSwap;
use registry::twice;

#[test]
fn counts() {
    let counter = ArcSwap::from_pointee(0);
    twice(|| {
        counter.rcu(|count| **count + 1);
    });
    assert_eq!(**counter.load(), 2);
}

#[test]
fn loses_an_update() {
    let counter = ArcSwap::from_pointee(0);
    twice(|| {
        let next = **counter.load() + 1;
        counter.store(next.into());
    });
    assert_eq!(**counter.load(), 2);
}
