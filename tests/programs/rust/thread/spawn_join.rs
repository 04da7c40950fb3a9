//@ verdict: ok
//@ about: spawned closures return values through join
use std::thread;

fn main() {
    let text = String::from("trail");
    let length = thread::spawn(move || text.len());
    let sum = thread::spawn(|| (1..=4).sum::<i32>());
    assert_eq!(length.join().unwrap(), 5);
    assert_eq!(sum.join().unwrap(), 10);
}
