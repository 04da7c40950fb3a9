//! Leader election in a ring, with an error by which it elects two: StEAM's `leader`.
//!
//! ```sh
//! trailhound check examples/steam/leader.rs            # three processes
//! trailhound check examples/steam/leader.rs -DN=40     # forty
//! trailhound check examples/steam/leader.rs -DFIXED    # no error
//! ```
//!
//! The algorithm is that of Chang and Roberts. Every process sends its number to the next one.
//! Who receives a larger number than its own passes it on, who receives a smaller one drops
//! it, and whose own number comes back is the leader: only the largest can come all the way
//! round.
//!
//! The seeded error: a process that finds a message before it has sent its own number passes
//! that message on as it is, however small. So a number can slip past a process that begins
//! late, come round, and make a second leader.
//!
//! How to build it natively: see `philo.rs`.

use std::hint;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;

const N: usize = match option_env!("N") {
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("N must be a number"),
    },
    None => 3,
};

/// The message that is on its way to each process: the number of a process, or 0 for none.
static MAILBOX: [AtomicUsize; N] = [const { AtomicUsize::new(0) }; N];
static LEADERS: AtomicUsize = AtomicUsize::new(0);

fn send_to_next(process: usize, number: usize) {
    let next = &MAILBOX[(process + 1) % N];
    while next.compare_exchange(0, number, SeqCst, SeqCst).is_err() {
        hint::spin_loop(); // the mailbox is full: try again
    }
}

/// What is in the mailbox now, be it nothing.
fn look(process: usize) -> usize {
    MAILBOX[process].swap(0, SeqCst)
}

fn receive(process: usize) -> usize {
    loop {
        let number = look(process);
        if number != 0 {
            return number;
        }
        hint::spin_loop();
    }
}

fn take_part(process: usize) {
    let own = process + 1;

    let early = look(process);
    let passes = if cfg!(FIXED) {
        early > own
    } else {
        early > 0 // the error: this lets smaller numbers pass as well
    };
    if passes {
        send_to_next(process, early);
    }
    send_to_next(process, own);

    loop {
        let number = receive(process);
        if number == own {
            let others = LEADERS.fetch_add(1, SeqCst);
            assert!(others == 0);
        } else if number > own {
            send_to_next(process, number);
        }
    }
}

fn main() {
    // The ring comes into being in one step, as in the paper.
    trailhound::atomic(|| {
        for process in 0..N {
            thread::spawn(move || take_part(process));
        }
    });
    // The processes would serve for ever; the program ends once somebody is elected.
    while LEADERS.load(SeqCst) == 0 {
        hint::spin_loop();
    }
}
