//! A thread that wakes the poll of another.
use mio::{Events, Poll, Token, Waker};
use std::sync::Arc;
use std::thread;

const WAKE: Token = Token(10);

fn main() -> std::io::Result<()> {
    let mut poll = Poll::new()?;
    let mut events = Events::with_capacity(2);
    let waker = Arc::new(Waker::new(poll.registry(), WAKE)?);
    let other = Arc::clone(&waker);
    let helper = thread::spawn(move || other.wake().unwrap());
    poll.poll(&mut events, None)?;
    assert!(events.iter().any(|event| event.token() == WAKE));
    helper.join().unwrap();
    Ok(())
}
