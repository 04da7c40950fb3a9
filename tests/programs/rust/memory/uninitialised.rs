//@ verdict: error
//@ kind: uninitialised
//@ line: 13
//@ about: a branch depends on allocated memory that was never written
use std::alloc::{alloc, dealloc, Layout};
use std::hint::black_box;

fn main() {
    let layout = Layout::new::<[u32; 2]>();
    let cells = black_box(unsafe { alloc(layout) } as *mut u32);
    unsafe { *cells = 1 };
    let second = unsafe { *black_box(cells).add(1) };
    if second == 7 { //~ uninitialised
        println!("lucky");
    }
    unsafe { dealloc(cells as *mut u8, layout) };
}
