//! Threads that do one job after the other.

use std::sync::Arc;
use std::thread::{self, JoinHandle};

use queues::bounded::Bounded;

type Job = Box<dyn FnOnce() + Send>;

pub struct Workers {
    jobs: Arc<Bounded<Job>>,
    threads: Vec<JoinHandle<()>>,
}

impl Workers {
    pub fn new(threads: usize) -> Workers {
        let jobs: Arc<Bounded<Job>> = Arc::new(Bounded::new(2));
        let work = |jobs: Arc<Bounded<Job>>| {
            move || {
                while let Some(job) = jobs.pop() {
                    job();
                }
            }
        };
        let threads = (0..threads).map(|_| thread::spawn(work(jobs.clone()))).collect();
        Workers { jobs, threads }
    }

    pub fn spawn(&self, job: impl FnOnce() + Send + 'static) {
        assert!(self.jobs.push(Box::new(job)).is_ok(), "the workers have gone home");
    }

    /// Waits for all jobs.
    pub fn finish(self) {
        self.jobs.close();
        for thread in self.threads {
            thread.join().unwrap();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn counter() -> (Arc<AtomicUsize>, impl Fn() -> Box<dyn FnOnce() + Send>) {
        let count = Arc::new(AtomicUsize::new(0));
        let shared = count.clone();
        let job = move || -> Box<dyn FnOnce() + Send> {
            let count = shared.clone();
            Box::new(move || _ = count.fetch_add(1, Ordering::SeqCst))
        };
        (count, job)
    }

    #[test]
    fn nobody_has_nothing_to_do() {
        Workers::new(0).finish();
    }

    #[test]
    fn end_without_jobs() {
        Workers::new(1).finish();
    }

    #[test]
    fn do_a_job() {
        let (count, job) = counter();
        let workers = Workers::new(1);
        workers.spawn(job());
        workers.finish();
        assert_eq!(count.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn do_all_jobs() {
        let (count, job) = counter();
        let workers = Workers::new(1);
        (0..3).for_each(|_| workers.spawn(job()));
        workers.finish();
        assert_eq!(count.load(Ordering::SeqCst), 3);
    }

    #[test]
    fn share_the_jobs() {
        let (count, job) = counter();
        let workers = Workers::new(2);
        (0..2).for_each(|_| workers.spawn(job()));
        workers.finish();
        assert_eq!(count.load(Ordering::SeqCst), 2);
    }

    #[test]
    fn one_worker_keeps_the_order() {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let workers = Workers::new(1);
        for number in 0..2 {
            let seen = seen.clone();
            workers.spawn(move || seen.lock().unwrap().push(number));
        }
        workers.finish();
        assert_eq!(*seen.lock().unwrap(), [0, 1]);
    }
}
