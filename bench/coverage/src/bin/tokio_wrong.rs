//! Two tasks that read a number under its mutex, let go of it, and write what they have read plus one.
use std::sync::Arc;
use tokio::runtime::Builder;
use tokio::sync::Mutex;

async fn add(number: Arc<Mutex<u32>>) {
    let read = *number.lock().await;
    *number.lock().await = read + 1;
}

fn main() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .build()
        .unwrap();
    runtime.block_on(async {
        let number = Arc::new(Mutex::new(0));
        let one = tokio::spawn(add(number.clone()));
        let two = tokio::spawn(add(number.clone()));
        one.await.unwrap();
        two.await.unwrap();
        assert_eq!(*number.lock().await, 2); //~ panic
    });
}
