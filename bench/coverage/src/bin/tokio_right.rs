//! A task that is spawned on a runtime of two workers, and a message of its own.
use tokio::runtime::Builder;
use tokio::sync::mpsc;

fn main() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    let received = runtime.block_on(async {
        let (sender, mut receiver) = mpsc::channel(1);
        tokio::spawn(async move { sender.send(1).await.unwrap() });
        receiver.recv().await
    });
    assert_eq!(received, Some(1));
}
