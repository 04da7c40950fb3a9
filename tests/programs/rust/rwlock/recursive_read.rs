//@ verdict: error
//@ kind: deadlock
//@ about: a second read lock behind a waiting writer, while the first is still held
use std::sync::RwLock;
use std::thread;

static CONFIG: RwLock<u32> = RwLock::new(1);

fn limit() -> u32 {
    *CONFIG.read().unwrap()
}

fn main() {
    let writer = thread::spawn(|| *CONFIG.write().unwrap() = 2);
    let guard = CONFIG.read().unwrap();
    assert!(*guard <= limit());
    drop(guard);
    writer.join().unwrap();
}
