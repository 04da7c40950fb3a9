//! once_cell: two threads make a value, one wins.
use once_cell::race::OnceBox;

static VALUE: OnceBox<u32> = OnceBox::new();

fn main() {
    let other = std::thread::spawn(|| *VALUE.get_or_init(|| Box::new(2)));
    let value = *VALUE.get_or_init(|| Box::new(1));
    assert_eq!(other.join().unwrap(), value);
}
