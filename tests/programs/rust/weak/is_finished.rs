//@ verdict: error
//@ kind: data-race
//@ line: 11
//@ about: that a thread is finished says nothing of what it wrote until it is joined
use std::thread;

static mut SHARED: i32 = 0;

fn main() {
    let writer = thread::spawn(|| unsafe { SHARED = 1 });
    if writer.is_finished() { unsafe { SHARED = 2 } }
    writer.join().unwrap();
}
