//! spin: a mutex.
static COUNTER: spin::Mutex<u32> = spin::Mutex::new(0);

fn main() {
    let other = std::thread::spawn(|| *COUNTER.lock() += 1);
    *COUNTER.lock() += 1;
    other.join().unwrap();
    assert_eq!(*COUNTER.lock(), 2);
}
