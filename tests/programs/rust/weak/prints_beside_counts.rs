//@ verdict: ok
//@ args: --memory c11
//@ about: a look at a reference count sees nothing of the locks of the standard output
use std::io::Write;
use std::sync::Arc;
use std::thread;

fn main() {
    let shared = Arc::new(1);
    let other = shared.clone();
    let counter = thread::spawn(move || Arc::strong_count(&other));
    for line in 0..20 {
        let mut output = std::io::stdout().lock();
        writeln!(output, "{line}").unwrap();
        output.flush().unwrap();
    }
    assert!(Arc::strong_count(&shared) >= 1);
    counter.join().unwrap();
}
