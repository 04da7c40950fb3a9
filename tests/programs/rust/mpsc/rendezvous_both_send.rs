//@ verdict: error
//@ kind: deadlock
//@ about: two threads send to each other without buffers before either receives
use std::sync::mpsc;
use std::thread;

fn main() {
    let (to_worker, from_main) = mpsc::sync_channel(0);
    let (to_main, from_worker) = mpsc::sync_channel(0);
    let worker = thread::spawn(move || {
        to_main.send(1).unwrap();
        from_main.recv().unwrap()
    });
    to_worker.send(2).unwrap();
    assert_eq!(from_worker.recv(), Ok(1));
    assert_eq!(worker.join().unwrap(), 2);
}
