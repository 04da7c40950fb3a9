//@ verdict: ok
//@ args: --memory c11
//@ about: Arc::get_mut waits for what the last other owner has done
use std::sync::Arc;
use std::thread;

fn main() {
    let mut number = Arc::new(1u32);
    let other = Arc::clone(&number);
    let reader = thread::spawn(move || assert_eq!(*other, 1));
    if let Some(number) = Arc::get_mut(&mut number) {
        *number = 2;
    }
    reader.join().unwrap();
}
