//! A thread that wakes the poll before it has stored what the woken thread reads.
use mio::{Events, Poll, Token, Waker};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

const WAKE: Token = Token(10);

static ANSWER: AtomicU32 = AtomicU32::new(0);

fn main() -> std::io::Result<()> {
    let mut poll = Poll::new()?;
    let mut events = Events::with_capacity(2);
    let waker = Waker::new(poll.registry(), WAKE)?;
    let helper = thread::spawn(move || {
        waker.wake().unwrap();
        ANSWER.store(42, Ordering::SeqCst);
    });
    poll.poll(&mut events, None)?;
    assert_eq!(ANSWER.load(Ordering::SeqCst), 42); //~ panic
    helper.join().unwrap();
    Ok(())
}
