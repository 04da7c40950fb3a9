//@ verdict: error
//@ kind: deadlock
//@ about: two threads take two mutexes in opposite order
use std::sync::Mutex;
use std::thread;

static LEFT: Mutex<i32> = Mutex::new(1);
static RIGHT: Mutex<i32> = Mutex::new(2);

fn main() {
    let other = thread::spawn(|| {
        let right = RIGHT.lock().unwrap();
        let left = LEFT.lock().unwrap();
        *left + *right
    });
    {
        let left = LEFT.lock().unwrap();
        let right = RIGHT.lock().unwrap();
        assert_eq!(*left + *right, 3);
    }
    assert_eq!(other.join().unwrap(), 3);
}
