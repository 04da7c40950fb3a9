//@ verdict: ok
//@ about: LazyLock is initialised once, by whoever comes first
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::LazyLock;
use std::thread;

static CALLS: AtomicU32 = AtomicU32::new(0);
static TABLE: LazyLock<Vec<u32>> = LazyLock::new(|| {
    CALLS.fetch_add(1, Ordering::SeqCst);
    (0..4).map(|n| n * n).collect()
});

fn main() {
    let other = thread::spawn(|| TABLE[3]);
    assert_eq!(TABLE[2], 4);
    assert_eq!(other.join().unwrap(), 9);
    assert_eq!(CALLS.load(Ordering::SeqCst), 1);
}
