//@ verdict: ok
//@ about: a writer's panic poisons a read-write lock, a reader's does not
use std::panic;
use std::sync::RwLock;

static LOCK: RwLock<u32> = RwLock::new(1);

fn main() {
    let reader = panic::catch_unwind(|| {
        let guard = LOCK.read().unwrap();
        assert_eq!(*guard, 2);
    });
    assert!(reader.is_err() && !LOCK.is_poisoned());
    let writer = panic::catch_unwind(|| {
        let guard = LOCK.write().unwrap();
        assert_eq!(*guard, 2);
    });
    assert!(writer.is_err() && LOCK.is_poisoned());
    assert!(LOCK.read().is_err());
}
