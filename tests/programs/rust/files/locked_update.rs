//@ verdict: ok
//@ args: --file /tmp/
//@ about: two threads add to a number in a file under a lock
use std::fs;
use std::sync::Mutex;
use std::thread;

static LOCK: Mutex<()> = Mutex::new(());

fn add() {
    let _guard = LOCK.lock().unwrap();
    let number: u32 = fs::read_to_string("/tmp/number").unwrap().parse().unwrap();
    fs::write("/tmp/number", (number + 1).to_string()).unwrap();
}

fn main() {
    fs::write("/tmp/number", "0").unwrap();
    let other = thread::spawn(add);
    add();
    other.join().unwrap();
    assert_eq!(fs::read_to_string("/tmp/number").unwrap(), "2");
}
