//! The optical telegraph, with the deadlock that G. J. Holzmann describes in "Design and
//! Validation of Computer Protocols": StEAM's `opttel`.
//!
//! ```sh
//! trailhound check examples/steam/opttel.rs            # two stations
//! trailhound check examples/steam/opttel.rs -DN=20     # twenty
//! trailhound check examples/steam/opttel.rs -DFIXED    # no error
//! ```
//!
//! N stations stand in a ring. A station has one pair of arms, and one man to send with them,
//! one to receive. To send, a man occupies his station's arms, shows `Start` and waits until
//! the next station shows `Attention`; for that the man there needs the arms of his own
//! station. If every station begins to send, all arms are occupied, and nobody answers anybody.
//!
//! How to build it natively: see `philo.rs`.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

const N: usize = match option_env!("N") {
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("N must be a number"),
    },
    None => 2,
};

#[derive(Clone, Copy, PartialEq)]
enum Signal {
    Rest,
    Start,
    Attention,
    Stop,
}

/// The line of sight from a station to the next, and what is shown on it.
struct Line {
    shown: Mutex<Signal>,
    changed: Condvar,
}

impl Line {
    const fn new() -> Line {
        Line {
            shown: Mutex::new(Signal::Rest),
            changed: Condvar::new(),
        }
    }

    fn show(&self, signal: Signal) {
        let mut shown = self.shown.lock().unwrap();
        *shown = signal;
        self.changed.notify_one();
    }

    fn wait_for(&self, signal: Signal) {
        let shown = self.shown.lock().unwrap();
        let _shown = self
            .changed
            .wait_while(shown, |shown| *shown != signal)
            .unwrap();
    }
}

static LINES: [Line; N] = [const { Line::new() }; N];
static ARMS: [Mutex<()>; N] = [const { Mutex::new(()) }; N];

/// The arms that a sender occupies: in the correct variant those of both ends, the lower number
/// first, so that nobody can wait in a circle.
fn occupy(station: usize) -> (MutexGuard<'static, ()>, Option<MutexGuard<'static, ()>>) {
    if cfg!(FIXED) {
        let next = (station + 1) % N;
        let lower = ARMS[station.min(next)].lock().unwrap();
        let upper = ARMS[station.max(next)].lock().unwrap();
        (lower, Some(upper))
    } else {
        (ARMS[station].lock().unwrap(), None)
    }
}

fn send_message(station: usize) {
    let ahead = &LINES[station];
    let _arms = occupy(station);
    ahead.show(Signal::Start);
    // Meanwhile nobody here can answer the station behind.
    ahead.wait_for(Signal::Attention);
    ahead.show(Signal::Stop);
    ahead.wait_for(Signal::Rest);
}

fn receive_message(station: usize) {
    let behind = &LINES[(station + N - 1) % N];
    behind.wait_for(Signal::Start);
    let _arms = (!cfg!(FIXED)).then(|| ARMS[station].lock().unwrap());
    behind.show(Signal::Attention);
    behind.wait_for(Signal::Stop);
    behind.show(Signal::Rest);
}

fn for_ever(work: fn(usize), station: usize) -> JoinHandle<()> {
    thread::spawn(move || {
        loop {
            work(station);
        }
    })
}

fn main() {
    // All stations are manned in one step, as in the paper.
    let men: Vec<JoinHandle<()>> = trailhound::atomic(|| {
        (0..N)
            .flat_map(|station| {
                [
                    for_ever(send_message, station),
                    for_ever(receive_message, station),
                ]
            })
            .collect()
    });
    for man in men {
        man.join().unwrap(); // they never leave
    }
}
