//@ verdict: ok
//@ about: scoped threads borrow the locals of their creator
use std::thread;

fn main() {
    let mut numbers = [1, 2, 3, 4];
    let (left, right) = numbers.split_at_mut(2);
    thread::scope(|scope| {
        scope.spawn(|| left.iter_mut().for_each(|n| *n *= 10));
        scope.spawn(|| right.reverse());
    });
    assert_eq!(numbers, [10, 20, 4, 3]);
}
