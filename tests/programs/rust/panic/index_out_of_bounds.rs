//@ verdict: error
//@ kind: panic
//@ line: 13
//@ about: an index that another thread moved past the end
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

static NEXT: AtomicUsize = AtomicUsize::new(1);

fn main() {
    let names = ["first", "second"];
    let other = thread::spawn(|| NEXT.fetch_add(1, Ordering::SeqCst));
    let name = names[NEXT.load(Ordering::SeqCst)]; //~ panic
    assert_eq!(name, "second");
    other.join().unwrap();
}
