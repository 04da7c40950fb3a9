//@ verdict: ok
//@ about: readers never see half of a write
use std::sync::RwLock;
use std::thread;

static PAIR: RwLock<(i32, i32)> = RwLock::new((0, 0));

fn main() {
    let writer = thread::spawn(|| {
        let mut pair = PAIR.write().unwrap();
        pair.0 += 1;
        pair.1 += 1;
    });
    {
        let pair = PAIR.read().unwrap();
        assert_eq!(pair.0, pair.1);
    }
    writer.join().unwrap();
    assert_eq!(*PAIR.read().unwrap(), (1, 1));
}
