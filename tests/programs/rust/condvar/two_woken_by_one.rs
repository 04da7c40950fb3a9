//@ verdict: error
//@ kind: panic
//@ line: 20
//@ about: one notification wakes a sleeper and a thread that has released the mutex and not slept yet
use std::sync::{Condvar, Mutex};
use std::thread;

struct S {
    waiting: u32,
    tokens: u32,
}

static M: Mutex<S> = Mutex::new(S { waiting: 0, tokens: 0 });
static C: Condvar = Condvar::new();

fn waiter() {
    let mut s = M.lock().unwrap();
    s.waiting += 1;
    s = C.wait(s).unwrap();
    assert!(s.tokens > 0, "woken for nothing");
    s.tokens -= 1;
}

fn until(ready: impl Fn(&S) -> bool) {
    loop {
        let mut s = M.lock().unwrap();
        if ready(&s) {
            s.tokens += 1;
            C.notify_one();
            return;
        }
        drop(s);
        thread::yield_now();
    }
}

fn main() {
    let waiters = [thread::spawn(waiter), thread::spawn(waiter)];
    until(|s| s.waiting == 2);
    until(|s| s.tokens == 0);
    for w in waiters { w.join().unwrap(); }
}
