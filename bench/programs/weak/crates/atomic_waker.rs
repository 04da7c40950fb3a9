//! atomic-waker: no wake-up is lost.
use atomic_waker::AtomicWaker;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::Arc;
use std::task::{Wake, Waker};

static READY: AtomicBool = AtomicBool::new(false);
static WAKER: AtomicWaker = AtomicWaker::new();

struct Task(AtomicBool);

impl Wake for Task {
    fn wake(self: Arc<Self>) {
        self.0.store(true, Relaxed);
    }
}

fn main() {
    let task = Arc::new(Task(AtomicBool::new(false)));
    let other = std::thread::spawn(|| {
        READY.store(true, Relaxed);
        WAKER.wake();
    });
    WAKER.register(&Waker::from(task.clone()));
    let seen = READY.load(Relaxed);
    other.join().unwrap();
    assert!(seen || task.0.load(Relaxed));
}
