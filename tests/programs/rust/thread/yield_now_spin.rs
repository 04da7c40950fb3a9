//@ verdict: ok
//@ about: waiting for another thread with yield_now and spin_loop
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

static STAGE: AtomicU32 = AtomicU32::new(0);

fn main() {
    let worker = thread::spawn(|| {
        STAGE.store(1, Ordering::SeqCst);
        while STAGE.load(Ordering::SeqCst) != 2 {
            std::hint::spin_loop();
        }
    });
    while STAGE.load(Ordering::SeqCst) != 1 {
        thread::yield_now();
    }
    STAGE.store(2, Ordering::SeqCst);
    worker.join().unwrap();
}
