//! A thread that cancels, and a task that takes itself for uncancelled because it was a moment ago.
use tokio::runtime::Builder;
use tokio_util::sync::CancellationToken;

fn main() {
    let token = CancellationToken::new();
    let other = token.clone();
    let canceller = std::thread::spawn(move || other.cancel());
    let runtime = Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        if !token.is_cancelled() {
            let work = token.run_until_cancelled(async { 1 }).await;
            assert_eq!(work, Some(1)); //~ panic
        }
    });
    canceller.join().unwrap();
}
