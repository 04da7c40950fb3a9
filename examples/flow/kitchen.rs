//! A cook hands plates over a counter on which there is no room: the waiter takes each out of the
//! cook's hands. So the cook is never more than one plate ahead.

use std::sync::mpsc::sync_channel;
use std::thread;

fn cooked(plate: i32) {
    println!("plate {plate} is ready");
}

fn served(plate: i32) {
    println!("plate {plate} is on the table");
}

fn main() {
    let (counter, plates) = sync_channel(0);
    let cook = thread::spawn(move || {
        for plate in 0..3 {
            cooked(plate);
            counter.send(plate).unwrap();
        }
    });
    for plate in plates {
        served(plate);
    }
    cook.join().unwrap();
}
