//! A channel between tasks, and an executor of one task that parks its thread.

use std::collections::VecDeque;
use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

struct Inside<T> {
    items: VecDeque<T>,
    reader: Option<Waker>,
    senders: usize,
}

pub struct Sender<T>(Arc<Mutex<Inside<T>>>);
pub struct Receiver<T>(Arc<Mutex<Inside<T>>>);

pub fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let inside = Inside { items: VecDeque::new(), reader: None, senders: 1 };
    let inside = Arc::new(Mutex::new(inside));
    (Sender(inside.clone()), Receiver(inside))
}

impl<T> Sender<T> {
    pub fn send(&self, item: T) {
        let mut inside = self.0.lock().unwrap();
        inside.items.push_back(item);
        let reader = inside.reader.take();
        drop(inside);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl<T> Clone for Sender<T> {
    fn clone(&self) -> Self {
        self.0.lock().unwrap().senders += 1;
        Sender(self.0.clone())
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let mut inside = self.0.lock().unwrap();
        inside.senders -= 1;
        let reader = inside.reader.take();
        drop(inside);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl<T> Receiver<T> {
    /// None if all senders are gone and nothing is left.
    pub fn receive(&self) -> Receive<'_, T> {
        Receive(self)
    }
}

pub struct Receive<'r, T>(&'r Receiver<T>);

impl<T> Future for Receive<'_, T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut inside = self.0.0.lock().unwrap();
        match inside.items.pop_front() {
            Some(item) => Poll::Ready(Some(item)),
            None if inside.senders == 0 => Poll::Ready(None),
            None => {
                inside.reader = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

struct Parked(Thread);

impl Wake for Parked {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Parked(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ready_at_once() {
        assert_eq!(block_on(async { 7 }), 7);
    }

    #[test]
    fn what_is_there_is_received() {
        let (sender, receiver) = channel();
        sender.send(1);
        assert_eq!(block_on(receiver.receive()), Some(1));
    }

    #[test]
    fn ends_without_senders() {
        let (sender, receiver) = channel::<u8>();
        drop(sender);
        assert_eq!(block_on(receiver.receive()), None);
    }

    #[test]
    fn wakes_its_reader() {
        let (sender, receiver) = channel();
        let writer = thread::spawn(move || sender.send(1));
        assert_eq!(block_on(receiver.receive()), Some(1));
        writer.join().unwrap();
    }

    #[test]
    fn the_end_wakes_its_reader() {
        let (sender, receiver) = channel::<u8>();
        let writer = thread::spawn(move || drop(sender));
        assert_eq!(block_on(receiver.receive()), None);
        writer.join().unwrap();
    }

    #[test]
    fn all_that_was_sent_comes() {
        let (sender, receiver) = channel();
        let writer = thread::spawn(move || (0..2).for_each(|item| sender.send(item)));
        let items = block_on(async {
            let mut items = Vec::new();
            while let Some(item) = receiver.receive().await {
                items.push(item);
            }
            items
        });
        assert_eq!(items, [0, 1]);
        writer.join().unwrap();
    }
}
