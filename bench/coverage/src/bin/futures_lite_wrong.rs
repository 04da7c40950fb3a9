//! A future that lets go of the mutex between looking for the value and leaving its waker.
use futures_lite::future::{block_on, poll_fn};
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
        let value = shared.lock().unwrap().value.take();
        if let Some(value) = value {
            return Poll::Ready(value);
        }
        shared.lock().unwrap().waker = Some(context.waker().clone());
        Poll::Pending
    });
    assert_eq!(block_on(told), 1); //~ deadlock
    setter.join().unwrap();
}
