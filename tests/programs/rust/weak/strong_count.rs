//@ verdict: error
//@ kind: data-race
//@ args: --memory auto
//@ about: Arc::strong_count does not synchronise: what another owner has read is written
use std::sync::Arc;
use std::thread;

fn main() {
    let number = Arc::new(1u32);
    let other = Arc::clone(&number);
    let reader = thread::spawn(move || assert_eq!(*other, 1));
    if Arc::strong_count(&number) == 1 {
        unsafe { *Arc::as_ptr(&number).cast_mut() = 2 };
    }
    reader.join().unwrap();
}
