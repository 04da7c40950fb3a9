//@ verdict: ok
//@ exit: never
//@ about: threads whose loops have no exit are meant to run for ever, and the scope to wait for them
use std::sync::Mutex;
use std::thread;

static TURN: Mutex<bool> = Mutex::new(false);

fn main() {
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let mut turn = TURN.lock().unwrap();
                    *turn = !*turn;
                }
            });
        }
    });
}
