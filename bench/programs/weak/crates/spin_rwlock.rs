//! spin: a read-write lock.
static VALUE: spin::RwLock<u32> = spin::RwLock::new(0);

fn main() {
    let other = std::thread::spawn(|| *VALUE.write() = 1);
    assert!(*VALUE.read() <= 1);
    other.join().unwrap();
}
