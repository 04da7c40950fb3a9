//@ verdict: error
//@ kind: panic
//@ line: 21
//@ about: jobs run in the order of the threads, not of the list
use std::sync::Mutex;
use std::thread;

type Job = Box<dyn FnOnce(&mut Vec<u32>) + Send>;

static LOG: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn main() {
    let jobs: Vec<Job> = vec![Box::new(|log| log.push(1)), Box::new(|log| log.push(2))];
    let workers: Vec<_> = jobs
        .into_iter()
        .map(|job| thread::spawn(move || job(&mut LOG.lock().unwrap())))
        .collect();
    for worker in workers {
        worker.join().unwrap();
    }
    assert_eq!(*LOG.lock().unwrap(), [1, 2]); //~ panic
}
