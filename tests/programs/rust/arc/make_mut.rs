//@ verdict: ok
//@ about: make_mut copies when shared, so neither thread sees the other's change
use std::sync::Arc;
use std::thread;

fn main() {
    let mut mine = Arc::new(vec![1, 2]);
    let mut theirs = Arc::clone(&mine);
    let other = thread::spawn(move || {
        Arc::make_mut(&mut theirs).push(3);
        theirs.len()
    });
    Arc::make_mut(&mut mine)[0] = 10;
    assert_eq!(other.join().unwrap(), 3);
    assert_eq!(*mine, [10, 2]);
}
