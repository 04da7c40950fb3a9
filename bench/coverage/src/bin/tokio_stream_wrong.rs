//! A stream of the values of a watch whose reader expects every one of them.
use tokio::runtime::Builder;
use tokio::sync::watch;
use tokio_stream::StreamExt;
use tokio_stream::wrappers::WatchStream;

fn main() {
    let (sender, receiver) = watch::channel(1);
    let writer = std::thread::spawn(move || {
        sender.send(2).unwrap();
        sender.send(3).unwrap();
    });
    let runtime = Builder::new_current_thread().build().unwrap();
    let seen: Vec<u32> = runtime.block_on(WatchStream::new(receiver).take(3).collect());
    assert_eq!(seen, [1, 2, 3]); //~ panic
    writer.join().unwrap();
}
