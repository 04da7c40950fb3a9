//! Dining philosophers who can starve: the deadlock of StEAM's `philo`, for any number of seats.
//!
//! ```sh
//! trailhound check examples/steam/philo.rs             # three philosophers
//! trailhound check examples/steam/philo.rs -DN=50      # fifty
//! trailhound check examples/steam/philo.rs -DFIXED     # forks in one order: no error
//! ```
//!
//! `-DN=50` is what `option_env!` reads below, and `-DFIXED` is `--cfg FIXED`. An ordinary program
//! that runs for ever:
//!
//! ```sh
//! rustc --crate-type rlib --crate-name trailhound --edition 2024 annotations/rust/src/lib.rs
//! N=5 rustc --edition 2024 --extern trailhound=libtrailhound.rlib examples/steam/philo.rs
//! ```

use std::sync::Mutex;
use std::thread;

const N: usize = match option_env!("N") {
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("N must be a number"),
    },
    None => 3,
};

static FORKS: [Mutex<()>; N] = [const { Mutex::new(()) }; N];

fn dine(seat: usize) -> ! {
    let (left, right) = (seat, (seat + 1) % N);
    let (first, second) = if cfg!(FIXED) {
        // Everybody takes the fork with the smaller number first.
        (left.min(right), left.max(right))
    } else {
        (left, right)
    };
    loop {
        let _first = FORKS[first].lock().unwrap();
        // Here everybody waits, with one fork in hand.
        let _second = FORKS[second].lock().unwrap();
    }
}

fn main() {
    // They sit down in one step, as in the paper: in which order is of no interest.
    let philosophers: Vec<_> = trailhound::atomic(|| {
        (0..N)
            .map(|seat| thread::spawn(move || dine(seat)))
            .collect()
    });
    for philosopher in philosophers {
        philosopher.join().unwrap(); // they never rise
    }
}
