//@ verdict: ok
//@ about: OnceLock: the first value wins and stays
use std::sync::OnceLock;
use std::thread;

static NAME: OnceLock<String> = OnceLock::new();

fn main() {
    let other = thread::spawn(|| NAME.get_or_init(|| "worker".to_string()).as_str());
    let mine = NAME.get_or_init(|| "main".to_string()).as_str();
    let theirs = other.join().unwrap();
    assert_eq!(mine, theirs);
    assert!(NAME.set("late".to_string()).is_err());
}
