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
//! one to receive. To send, a man occupies his station's arms, shows START and waits until
//! the next station shows ATTENTION; for that the man there needs the arms of his own
//! station. If every station begins to send, all arms are occupied, and nobody answers anybody.
//!
//! How to build it natively: see `philo.rs`.

use std::sync::atomic::{AtomicU8, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, OnceLock};
use std::thread::{self, JoinHandle, Thread};

const N: usize = match option_env!("N") {
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("N must be a number"),
    },
    None => 2,
};

/// What a station can show.
const REST: u8 = 0;
const START: u8 = 1;
const ATTENTION: u8 = 2;
const STOP: u8 = 3;

/// The line of sight from a station to the next: what is shown on it, and who looks up.
struct Line {
    shown: AtomicU8,
    sender: OnceLock<Thread>,
    receiver: OnceLock<Thread>,
}

impl Line {
    const fn new() -> Line {
        Line {
            shown: AtomicU8::new(REST),
            sender: OnceLock::new(),
            receiver: OnceLock::new(),
        }
    }

    fn show(&self, signal: u8, viewer: &OnceLock<Thread>) {
        self.shown.store(signal, SeqCst);
        viewer.wait().unpark();
    }

    fn wait_for(&self, signal: u8) {
        loop {
            thread::park();
            if self.shown.load(SeqCst) == signal {
                return;
            }
        }
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
    ahead.show(START, &ahead.receiver);
    // Meanwhile nobody here can answer the station behind.
    ahead.wait_for(ATTENTION);
    ahead.show(STOP, &ahead.receiver);
    ahead.wait_for(REST);
}

fn receive_message(station: usize) {
    let behind = &LINES[(station + N - 1) % N];
    behind.wait_for(START);
    let _arms = (!cfg!(FIXED)).then(|| ARMS[station].lock().unwrap());
    behind.show(ATTENTION, &behind.sender);
    behind.wait_for(STOP);
    behind.show(REST, &behind.sender);
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
    let men = trailhound::atomic(|| {
        let mut men = Vec::new();
        for station in 0..N {
            let sender = for_ever(send_message, station);
            let receiver = for_ever(receive_message, (station + 1) % N);
            LINES[station].sender.set(sender.thread().clone()).unwrap();
            LINES[station]
                .receiver
                .set(receiver.thread().clone())
                .unwrap();
            men.extend([sender, receiver]);
        }
        men
    });
    for man in men {
        man.join().unwrap(); // they never leave
    }
}
