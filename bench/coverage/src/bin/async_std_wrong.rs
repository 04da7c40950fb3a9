//! Two tasks that look whether a place is free before they take it.
use async_std::sync::{Arc, RwLock};
use async_std::task;

async fn take(free: Arc<RwLock<i32>>) {
    if *free.read().await > 0 {
        *free.write().await -= 1;
    }
}

fn main() {
    task::block_on(async {
        let free = Arc::new(RwLock::new(1));
        let other = task::spawn(take(free.clone()));
        take(free.clone()).await;
        other.await;
        assert_eq!(*free.read().await, 0); //~ panic
    });
}
