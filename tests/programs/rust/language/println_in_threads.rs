//@ verdict: ok
//@ about: printing from every thread does not multiply states
use std::sync::Mutex;
use std::thread;

fn main() {
    let total = Mutex::new(0);
    thread::scope(|scope| {
        for i in 1..=2 {
            let total = &total;
            scope.spawn(move || {
                println!("thread {i} starts");
                *total.lock().unwrap() += i;
                eprintln!("thread {i} ends");
            });
        }
    });
    println!("total {}", total.lock().unwrap());
    assert_eq!(*total.lock().unwrap(), 3);
}
