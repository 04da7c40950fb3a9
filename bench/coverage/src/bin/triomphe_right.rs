//! Two threads that share a value, of which each makes its own copy to change it.
use std::thread;
use triomphe::Arc;

fn main() {
    let mut one = Arc::new(1);
    let mut two = one.clone();
    let helper = thread::spawn(move || {
        *Arc::make_mut(&mut two) += 10;
        *two
    });
    *Arc::make_mut(&mut one) += 1;
    assert_eq!(*one, 2);
    assert_eq!(helper.join().unwrap(), 11);
}
