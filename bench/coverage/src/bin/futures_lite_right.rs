//! Two futures at once, of which one waits for the wake-up of another thread.
use futures_lite::future::{block_on, poll_fn, yield_now, zip};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};
use std::thread;

#[derive(Default)]
struct Shared {
    value: Option<u32>,
    waker: Option<Waker>,
}

fn main() {
    let shared = Arc::new(Mutex::new(Shared::default()));
    let other = Arc::clone(&shared);
    let setter = thread::spawn(move || {
        let mut shared = other.lock().unwrap();
        shared.value = Some(1);
        if let Some(waker) = shared.waker.take() {
            waker.wake();
        }
    });
    let told = poll_fn(|context| {
        let mut shared = shared.lock().unwrap();
        match shared.value.take() {
            Some(value) => Poll::Ready(value),
            None => {
                shared.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    });
    let (value, ()) = block_on(zip(told, yield_now()));
    assert_eq!(value, 1);
    setter.join().unwrap();
}
