//! Two tasks on a runtime of tokio with two workers.
use tokio::runtime::Builder;

fn main() {
    let runtime = Builder::new_multi_thread().worker_threads(2).build().unwrap();
    let sum = runtime.block_on(async {
        let one = tokio::spawn(async { 1 });
        let two = tokio::spawn(async { 2 });
        one.await.unwrap() + two.await.unwrap()
    });
    assert_eq!(sum, 3);
}
