//@ verdict: error
//@ kind: deadlock
//@ line: 8
//@ about: a guard is still alive when the same thread locks again
use std::sync::Mutex;

fn total(numbers: &Mutex<Vec<i32>>) -> i32 {
    numbers.lock().unwrap().iter().sum() //~ deadlock
}

fn main() {
    let numbers = Mutex::new(vec![1, 2]);
    let mut guard = numbers.lock().unwrap();
    let sum = total(&numbers);
    guard.push(sum);
}
