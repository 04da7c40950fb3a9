//! A small warehouse: clerks book deliveries and orders in parallel, an auditor counts, and a
//! printer reports. It uses what ordinary Rust programs use of `std`: threads, channels, locks,
//! collections, formatting.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, RwLock};
use std::thread;

static STOCK: Mutex<BTreeMap<u32, i64>> = Mutex::new(BTreeMap::new());
static PRICES: RwLock<Vec<u32>> = RwLock::new(Vec::new());
static BOOKED: AtomicUsize = AtomicUsize::new(0);

enum Order {
    Deliver { item: u32, pieces: i64 },
    Sell { item: u32, pieces: i64 },
}

fn book(order: &Order) -> Result<i64, String> {
    let mut stock = STOCK.lock().map_err(|cause| cause.to_string())?;
    let (item, change) = match *order {
        Order::Deliver { item, pieces } => (item, pieces),
        Order::Sell { item, pieces } => (item, -pieces),
    };
    let pieces = stock.entry(item).or_insert(0);
    if *pieces + change < 0 {
        return Err(format!("item {item} is out of stock: {pieces} left"));
    }
    *pieces += change;
    BOOKED.fetch_add(1, Ordering::SeqCst);
    Ok(*pieces)
}

fn clerk(number: u32, report: Sender<String>, done: Arc<(Mutex<u32>, Condvar)>) {
    for item in 0..3 {
        let order = match (item + number) % 2 {
            0 => Order::Deliver { item, pieces: 5 },
            _ => Order::Sell { item, pieces: 2 },
        };
        let line = match book(&order) {
            Ok(left) => format!("clerk {number}: item {item}, {left} left"),
            Err(cause) => format!("clerk {number}: {cause}"),
        };
        report.send(line).expect("the printer listens");
    }
    let (finished, changed) = &*done;
    *finished.lock().expect("nobody panics") += 1;
    changed.notify_all();
}

fn audit(done: Arc<(Mutex<u32>, Condvar)>) -> i64 {
    let (finished, changed) = &*done;
    let mut count = finished.lock().expect("nobody panics");
    while *count < 2 {
        count = changed.wait(count).expect("nobody panics");
    }
    drop(count);
    let prices = PRICES.read().expect("nobody panics");
    let stock = STOCK.lock().expect("nobody panics");
    stock
        .iter()
        .map(|(&item, &pieces)| pieces * i64::from(prices[item as usize]))
        .sum()
}

fn main() {
    PRICES.write().expect("nobody panics").extend([10, 20, 30]);
    let done = Arc::new((Mutex::new(0), Condvar::new()));
    let (report, lines) = channel();
    let first = thread::spawn({
        let (report, done) = (report.clone(), done.clone());
        move || clerk(1, report, done)
    });
    let second = thread::spawn({
        let done = done.clone();
        move || clerk(2, report, done)
    });
    let auditor = thread::spawn(move || audit(done));
    let mut words: HashMap<String, usize> = HashMap::new();
    for line in lines {
        println!("{line}");
        *words.entry(line).or_default() += 1;
    }
    first.join().expect("the first clerk is done");
    second.join().expect("the second clerk is done");
    println!("worth {}", auditor.join().expect("the auditor is done"));
}
