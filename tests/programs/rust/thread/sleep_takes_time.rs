//@ verdict: ok
//@ about: what was slept has passed, also by another thread that was joined
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

fn main() {
    let pause = Duration::from_millis(200);
    let start = Instant::now();
    thread::sleep(pause);
    assert!(start.elapsed() >= pause);

    let day = SystemTime::now();
    let before = Instant::now();
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || {
        thread::sleep(pause);
        sender.send(Instant::now()).unwrap();
    });
    let told = receiver.recv().unwrap();
    assert!(Instant::now() >= told);
    worker.join().unwrap();
    assert!(before.elapsed() >= pause);
    assert!(day.elapsed().unwrap() >= pause);
}
