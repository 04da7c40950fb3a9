//! spin: lazy initialisation.
static VALUE: spin::Once<u32> = spin::Once::new();

fn main() {
    let other = std::thread::spawn(|| assert_eq!(*VALUE.call_once(|| 7), 7));
    assert!(VALUE.get().is_none_or(|&value| value == 7));
    other.join().unwrap();
}
