//! once_cell: lazy initialisation that others wait for.
use once_cell::sync::OnceCell;

static VALUE: OnceCell<u32> = OnceCell::new();

fn main() {
    let other = std::thread::spawn(|| *VALUE.get_or_init(|| 2));
    let value = *VALUE.get_or_init(|| 1);
    assert_eq!(other.join().unwrap(), value);
}
