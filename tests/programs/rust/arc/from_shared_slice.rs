//@ verdict: error
//@ kind: data-race
//@ about: an Arc is made of a slice that another thread writes without a lock
use std::cell::UnsafeCell;
use std::sync::Arc;
use std::thread;

struct Numbers(UnsafeCell<[u32; 3]>);

unsafe impl Sync for Numbers {}

static NUMBERS: Numbers = Numbers(UnsafeCell::new([1, 2, 3]));

fn main() {
    let writer = thread::spawn(|| unsafe { (*NUMBERS.0.get())[1] = 4 });
    let copy: Arc<[u32]> = Arc::from(unsafe { &(&*NUMBERS.0.get())[..] });
    writer.join().unwrap();
    assert_eq!(copy.len(), 3);
}
