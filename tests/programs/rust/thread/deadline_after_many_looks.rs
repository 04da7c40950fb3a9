//@ verdict: ok
//@ about: a loop that polls the clock until a deadline ends, also after many looks
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let start = Instant::now();
    for _ in 0..500 {
        assert!(Instant::now() >= start);
    }
    let worker = thread::spawn(|| {
        let begin = Instant::now();
        while begin.elapsed() < Duration::from_secs(1) {}
        let begin = Instant::now();
        thread::sleep(Duration::from_millis(300));
        assert!(begin.elapsed() >= Duration::from_millis(300));
    });
    worker.join().unwrap();
}
