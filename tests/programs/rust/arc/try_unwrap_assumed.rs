//@ verdict: error
//@ kind: panic
//@ line: 12
//@ about: try_unwrap fails while the other thread still owns its share
use std::sync::Arc;
use std::thread;

fn main() {
    let mine = Arc::new(String::from("shared"));
    let theirs = Arc::clone(&mine);
    let other = thread::spawn(move || theirs.len());
    let text = Arc::try_unwrap(mine).expect("still shared"); //~ panic
    assert_eq!(text.len(), other.join().unwrap());
}
