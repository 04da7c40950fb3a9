//! parking_lot: a mutex.
static COUNTER: parking_lot::Mutex<u32> = parking_lot::Mutex::new(0);

fn main() {
    let other = std::thread::spawn(|| *COUNTER.lock() += 1);
    *COUNTER.lock() += 1;
    other.join().unwrap();
    assert_eq!(*COUNTER.lock(), 2);
}
