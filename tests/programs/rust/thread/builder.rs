//@ verdict: ok
//@ about: a named thread with a chosen stack size knows its name
use std::thread;

fn main() {
    let handle = thread::Builder::new()
        .name("scout".to_string())
        .stack_size(64 * 1024)
        .spawn(|| thread::current().name().map(str::to_owned))
        .unwrap();
    assert_eq!(handle.thread().name(), Some("scout"));
    assert_eq!(handle.join().unwrap().as_deref(), Some("scout"));
    assert_eq!(thread::current().name(), Some("main"));
}
