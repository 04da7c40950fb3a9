//! A future that is woken by the thread that sets its flag: it registers, then looks.
use atomic_waker::AtomicWaker;
use futures_lite::future::{block_on, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::thread;

fn main() {
    let flag = Arc::new((AtomicWaker::new(), AtomicBool::new(false)));
    let other = Arc::clone(&flag);
    let setter = thread::spawn(move || {
        other.1.store(true, Ordering::Release);
        other.0.wake();
    });
    block_on(poll_fn(|context| {
        flag.0.register(context.waker());
        match flag.1.load(Ordering::Acquire) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    }));
    setter.join().unwrap();
}
