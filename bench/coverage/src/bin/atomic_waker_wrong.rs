//! A future that looks at its flag and registers only then: the wake-up in between is lost.
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
    let told = poll_fn(|context| {
        if flag.1.load(Ordering::Acquire) {
            return Poll::Ready(());
        }
        flag.0.register(context.waker());
        Poll::Pending
    });
    block_on(told); //~ deadlock
    setter.join().unwrap();
}
