//@ verdict: ok
//@ about: a barrier lets all go together and names one leader
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::Barrier;
use std::thread;

fn main() {
    let barrier = Barrier::new(2);
    let arrived = AtomicU32::new(0);
    let work = || {
        arrived.fetch_add(1, Ordering::SeqCst);
        let leader = barrier.wait().is_leader();
        assert_eq!(arrived.load(Ordering::SeqCst), 2);
        leader
    };
    thread::scope(|scope| {
        let other = scope.spawn(work);
        let mine = work();
        assert!(mine != other.join().unwrap());
    });
}
