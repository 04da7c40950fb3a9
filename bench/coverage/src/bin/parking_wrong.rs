//! Two wake-ups that the waiter counts, although one that comes before the other was taken is the same.
use parking::Parker;
use std::thread;

fn main() {
    let parker = Parker::new();
    let unparker = parker.unparker();
    let helper = thread::spawn(move || {
        unparker.unpark();
        unparker.unpark();
    });
    parker.park(); //~ deadlock
    parker.park(); //~ deadlock
    helper.join().unwrap();
}
