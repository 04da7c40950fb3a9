//@ verdict: ok
//@ about: what a Rust program says of a signal is told to it, whatever its runtime does
unsafe extern "C" {
    fn signal(number: i32, handler: usize) -> usize;
}

extern "C" fn handle(_: i32) {}

fn main() {
    let handler = handle as *const () as usize;
    unsafe {
        assert_eq!(signal(2, handler), 0);
        assert_eq!(signal(2, 0), handler);
        assert_eq!(signal(9, 1), usize::MAX);
    }
}
