//@ verdict: error
//@ kind: deadlock
//@ about: two lazy values that need each other never become ready
use std::sync::LazyLock;
use std::thread;

static HEN: LazyLock<u32> = LazyLock::new(|| *EGG + 1);
static EGG: LazyLock<u32> = LazyLock::new(|| if std::hint::black_box(true) { *HEN } else { 0 });

fn main() {
    let other = thread::spawn(|| *HEN);
    let mine = *EGG;
    assert_eq!(mine, other.join().unwrap());
}
