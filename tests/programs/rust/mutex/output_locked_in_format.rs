//@ verdict: error
//@ kind: deadlock
//@ about: a format takes a mutex while its output is locked, and another thread prints while it holds that mutex
use std::fmt;
use std::sync::Mutex;
use std::thread;

static ACCOUNT: Mutex<u32> = Mutex::new(0);

struct Balance;

impl fmt::Display for Balance {
    fn fmt(&self, text: &mut fmt::Formatter) -> fmt::Result {
        write!(text, "{}", ACCOUNT.lock().unwrap())
    }
}

fn main() {
    let payer = thread::spawn(|| {
        let mut account = ACCOUNT.lock().unwrap();
        *account += 1;
        println!("paid");
    });
    println!("{Balance}");
    payer.join().unwrap();
}
