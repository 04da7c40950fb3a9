//@ verdict: error
//@ kind: stack-overflow
//@ about: a recursion without an end
use std::hint::black_box;

fn depth(n: u64) -> u64 {
    let frame = black_box([n; 64]);
    if black_box(frame[0]) == u64::MAX {
        return 0;
    }
    depth(n + 1) + frame[1]
}

fn main() {
    println!("{}", depth(0));
}
