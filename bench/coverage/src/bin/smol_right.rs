//! A task on the global executor that sends a message.
use smol::channel::bounded;

fn main() {
    smol::block_on(async {
        let (sender, receiver) = bounded(1);
        let sending = smol::spawn(async move { sender.send(1).await.unwrap() });
        assert_eq!(receiver.recv().await, Ok(1));
        sending.await;
    });
}
