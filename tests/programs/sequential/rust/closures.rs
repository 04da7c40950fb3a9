//@ verdict: ok
//@ about: closures that borrow, move, mutate, are returned and stored
use std::collections::HashMap;

fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

fn counter(step: u32) -> impl FnMut() -> u32 {
    let mut count = 0;
    move || {
        count += step;
        count
    }
}

fn adders() -> Vec<Box<dyn Fn(i32) -> i32>> {
    (1..=3).map(|n| Box::new(move |x| x + n) as Box<dyn Fn(i32) -> i32>).collect()
}

fn memoise(n: u64, memory: &mut HashMap<u64, u64>) -> u64 {
    if n < 2 {
        return n;
    }
    if let Some(&known) = memory.get(&n) {
        return known;
    }
    let result = memoise(n - 1, memory) + memoise(n - 2, memory);
    memory.insert(n, result);
    result
}

fn apply<F: FnOnce(String) -> usize>(f: F, text: &str) -> usize {
    f(text.to_string())
}

fn main() {
    let shout = compose(|s: &str| s.to_uppercase(), |s| s + "!");
    println!("{} {}", shout("hi"), compose(|x: i32| x + 1, |x| x * 2)(5));
    let mut by_two = counter(2);
    let mut by_five = counter(5);
    println!("{} {} {} {}", by_two(), by_five(), by_two(), by_five());
    println!("{:?}", adders().iter().map(|f| f(10)).collect::<Vec<_>>());
    println!("{}", memoise(80, &mut HashMap::new()));
    let prefix = String::from("pre");
    println!("{}", apply(|text| (prefix.clone() + &text).len(), "fix"));
    println!("{}", apply(move |text| prefix.len() * text.len(), "abcd"));
    let mut log = Vec::new();
    let mut record = |n: i32| log.push(n * n);
    (1..4).for_each(&mut record);
    record(10);
    println!("{log:?}");
    let operations: [(&str, fn(i32, i32) -> i32); 3] = [("add", |a, b| a + b), ("sub", |a, b| a - b), ("max", i32::max)];
    for (name, operation) in operations {
        print!("{name} {} ", operation(3, 8));
    }
    println!();
    let mut sorted = vec!["pear", "fig", "banana"];
    sorted.sort_by_key(|s| std::cmp::Reverse(s.len()));
    println!("{sorted:?}");
    let nested = |x: i32| move |y: i32| move |z: i32| x * 100 + y * 10 + z;
    println!("{}", nested(1)(2)(3));
}
