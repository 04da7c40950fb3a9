//@ verdict: ok
//@ about: a lazily initialised thread-local runs its initialiser once per thread
use std::cell::RefCell;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static INITIALISED: AtomicU32 = AtomicU32::new(0);

thread_local! {
    static WORDS: RefCell<Vec<String>> = {
        INITIALISED.fetch_add(1, Ordering::SeqCst);
        RefCell::new(vec![String::from("first")])
    };
}

fn add(word: &str) -> usize {
    WORDS.with_borrow_mut(|words| {
        words.push(word.to_string());
        words.len()
    })
}

fn main() {
    let worker = thread::spawn(|| (add("a"), add("b")));
    assert_eq!(add("c"), 2);
    assert_eq!(worker.join().unwrap(), (2, 3));
    assert_eq!(INITIALISED.load(Ordering::SeqCst), 2);
}
