//! Two tasks that read a number under its mutex, let go of it, and write what they have read plus one.
use smol::lock::Mutex;
use std::sync::Arc;

async fn add(number: Arc<Mutex<u32>>) {
    let read = *number.lock().await;
    *number.lock().await = read + 1;
}

fn main() {
    smol::block_on(async {
        let number = Arc::new(Mutex::new(0));
        let other = smol::spawn(add(number.clone()));
        add(number.clone()).await;
        other.await;
        assert_eq!(*number.lock().await, 2); //~ panic
    });
}
