//@ verdict: error
//@ kind: deadlock
//@ line: 9
//@ about: main waits at a barrier for two and nobody else comes
use std::sync::Barrier;

fn main() {
    let barrier = Barrier::new(2);
    barrier.wait(); //~ deadlock
}
