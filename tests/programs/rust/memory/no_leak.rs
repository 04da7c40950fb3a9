//@ verdict: ok
//@ args: --leaks
//@ about: threads, channels and vectors free all they allocate
use std::sync::mpsc;
use std::thread;

fn main() {
    let (sender, receiver) = mpsc::channel();
    let worker = thread::spawn(move || sender.send(vec![1, 2, 3]).unwrap());
    assert_eq!(receiver.recv().unwrap().len(), 3);
    worker.join().unwrap();
}
