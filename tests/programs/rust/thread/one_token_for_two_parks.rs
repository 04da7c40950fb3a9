//@ verdict: error
//@ kind: deadlock
//@ line: 15
//@ about: two unparks leave one token when they come before the first park
use std::thread;

fn main() {
    let main = thread::current();
    let helper = thread::spawn(move || {
        main.unpark();
        main.unpark();
    });
    thread::park();
    helper.join().unwrap();
    thread::park(); //~ deadlock
}
