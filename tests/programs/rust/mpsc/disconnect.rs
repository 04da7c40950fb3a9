//@ verdict: ok
//@ about: both ends notice when the other one is gone
use std::sync::mpsc::{self, RecvTimeoutError, TryRecvError};
use std::time::Duration;

fn main() {
    let (sender, receiver) = mpsc::channel::<u8>();
    assert_eq!(receiver.try_recv(), Err(TryRecvError::Empty));
    assert_eq!(receiver.recv_timeout(Duration::from_millis(1)), Err(RecvTimeoutError::Timeout));
    drop(sender);
    assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    assert!(receiver.recv().is_err());

    let (sender, receiver) = mpsc::channel();
    drop(receiver);
    assert_eq!(sender.send(5).unwrap_err().0, 5);
}
