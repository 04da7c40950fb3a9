//! A program that pulls in much of `std` and prints the same on every run.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Barrier, Condvar, Mutex, OnceLock, RwLock, mpsc};
use std::thread;

trait Shape: Send {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".to_string()
    }
}

struct Square(f64);
struct Circle(f32);

impl Shape for Square {
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl Shape for Circle {
    fn area(&self) -> f64 {
        f64::from(self.0 * self.0) * std::f64::consts::PI
    }
    fn name(&self) -> String {
        format!("circle {:>8.3}", self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Tree {
    Leaf,
    Byte(u8),
    Pair { big: i128, child: Option<Box<Tree>> },
    Text(String),
}

impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "<{self:?}>")
    }
}

thread_local! {
    static SEEN: std::cell::RefCell<Vec<u64>> = const { std::cell::RefCell::new(Vec::new()) };
}

static COUNT: AtomicU64 = AtomicU64::new(1);
static ONCE: OnceLock<String> = OnceLock::new();

fn vectorised(a: &[f32], b: &[f32], out: &mut [f32]) {
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = (a * b + 1.5).max(0.25).sqrt();
    }
}

fn integers(seed: u64) -> (i32, u128, u32, i8) {
    let small = (seed as i32).saturating_add(7).wrapping_mul(3).rotate_left(5);
    let wide = u128::from(seed) * 0x1234_5678_9abc_def0_1234 / u128::from(seed | 1) + 7;
    let bits = seed.count_ones() + seed.leading_zeros() + seed.swap_bytes().trailing_zeros();
    (small, wide, bits, (seed as f64 * 1e-3).floor() as i8)
}

fn main() {
    let shared = Arc::new((RwLock::new(0), Mutex::new(0), Condvar::new(), Barrier::new(3)));
    let workers: Vec<_> = (0..3u64)
        .map(|number| {
            let shared = Arc::clone(&shared);
            thread::Builder::new()
                .name(format!("worker {number}"))
                .spawn(move || {
                    shared.3.wait();
                    *shared.0.write().unwrap() += number;
                    *shared.1.lock().unwrap() += 1;
                    shared.2.notify_all();
                    COUNT.fetch_max(number.min(1), Ordering::AcqRel);
                    COUNT.fetch_add(10, Ordering::Relaxed);
                    fence(Ordering::SeqCst);
                    SEEN.with_borrow_mut(|seen| seen.push(number));
                    SEEN.with_borrow(Vec::len)
                })
                .unwrap()
        })
        .collect();
    let mut arrived = shared.1.lock().unwrap();
    while *arrived < 3 {
        arrived = shared.2.wait(arrived).unwrap();
    }
    drop(arrived);
    let lengths: usize = workers.into_iter().map(|worker| worker.join().unwrap()).sum();
    println!("{lengths} {} {}", shared.0.read().unwrap(), COUNT.load(Ordering::SeqCst) / 10);

    let shapes: Vec<Box<dyn Shape>> = vec![Box::new(Square(2.0)), Box::new(Circle(1.5))];
    for shape in &shapes {
        println!("{} {:e}", shape.name(), shape.area());
    }
    let mut trees = BTreeMap::new();
    trees.insert(Tree::Leaf, 0);
    for byte in 0..20u8 {
        trees.insert(Tree::Byte(byte), byte);
    }
    let child = Some(Box::new(Tree::Leaf));
    trees.insert(Tree::Pair { big: -1 << 90, child }, 1);
    trees.insert(Tree::Text("héllo\n".into()), 2);
    for (tree, number) in trees.range(Tree::Byte(17)..) {
        println!("{tree} {number:#x}");
    }

    std::panic::set_hook(Box::new(|info| println!("panic: {info}")));
    let caught = std::panic::catch_unwind(|| {
        let none: Vec<u8> = Vec::new();
        none[std::env::args().count()]
    });
    println!("{}", caught.is_err());

    let (sender, receiver) = mpsc::sync_channel(1);
    thread::scope(|scope| {
        scope.spawn(move || (0..5).for_each(|number| sender.send(number).unwrap()));
        println!("{:?}", receiver.iter().collect::<VecDeque<_>>());
    });
    let numbers: Vec<f32> = (0..100).map(|number| number as f32).collect();
    let mut out = vec![0.0; 100];
    vectorised(&numbers, &numbers, &mut out);
    println!("{:?} {:?}", out.iter().sum::<f32>(), integers(COUNT.load(Ordering::Relaxed)));
    let mut words: HashMap<&str, u32> = HashMap::new();
    for word in "a b a c b a".split(' ') {
        *words.entry(word).or_default() += 1;
    }
    let mut words: Vec<_> = words.into_iter().collect();
    words.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    println!("{words:?} {:?} {}", "1.5e3".parse::<f64>(), ONCE.get_or_init(|| "once".into()));
    std::process::exit(words.len() as i32);
}
