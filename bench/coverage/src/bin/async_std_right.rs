//! A task on the global executor that sends a message.
use async_std::channel::bounded;
use async_std::task;

fn main() {
    task::block_on(async {
        let (sender, receiver) = bounded(1);
        let sending = task::spawn(async move { sender.send(1).await.unwrap() });
        assert_eq!(receiver.recv().await, Ok(1));
        sending.await;
    });
}
