//@ verdict: ok
//@ about: a hash map behind a mutex, filled by two threads
use std::collections::HashMap;
use std::sync::Mutex;
use std::thread;

fn main() {
    let words = Mutex::new(HashMap::new());
    let count = |text: &str| {
        for word in text.split(' ') {
            *words.lock().unwrap().entry(word.to_string()).or_insert(0) += 1;
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| count("a b"));
        scope.spawn(|| count("b"));
    });
    let words = words.into_inner().unwrap();
    assert_eq!(words.len(), 2);
    assert_eq!((words["a"], words["b"]), (1, 2));
}
