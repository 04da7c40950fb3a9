//! A task that ends when its token is cancelled, and a tracker that waits for it.
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

fn main() {
    let token = CancellationToken::new();
    let child = token.child_token();
    let canceller = std::thread::spawn(move || token.cancel());
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async move {
        let tracker = TaskTracker::new();
        tracker.spawn(async move { child.cancelled().await });
        tracker.close();
        tracker.wait().await;
    });
    canceller.join().unwrap();
}
