//! A stream of what a thread sends.
use tokio::runtime::Builder;
use tokio::sync::mpsc;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

fn main() {
    let (sender, receiver) = mpsc::channel(1);
    let producer = std::thread::spawn(move || {
        sender.blocking_send(1).unwrap();
        sender.blocking_send(2).unwrap();
    });
    let runtime = Builder::new_current_thread().build().unwrap();
    let doubled: Vec<u32> = runtime.block_on(
        ReceiverStream::new(receiver)
            .map(|number| 2 * number)
            .collect(),
    );
    assert_eq!(doubled, [2, 4]);
    producer.join().unwrap();
}
