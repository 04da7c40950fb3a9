//@ verdict: error
//@ kind: panic
//@ line: 20
//@ about: a counter that is taken below zero when both threads subtract
use std::sync::Mutex;
use std::thread;

static TICKETS: Mutex<u32> = Mutex::new(1);

fn main() {
    let available = *TICKETS.lock().unwrap();
    let other = thread::spawn(|| {
        let mut tickets = TICKETS.lock().unwrap();
        if *tickets > 0 {
            *tickets -= 1;
        }
    });
    if available > 0 {
        let mut tickets = TICKETS.lock().unwrap();
        *tickets -= 1; //~ panic
    }
    other.join().unwrap();
}
