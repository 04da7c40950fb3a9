use arc_swap::ArcSwap;
use registry::twice;

#[test]
fn comes_through() {
    let counter = ArcSwap::from_pointee(0);
    std::thread::scope(|scope| {
        scope.spawn(|| counter.store(1.into()));
        assert!(**counter.load() < 2);
    });
    assert_eq!(**counter.load(), 1);
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
