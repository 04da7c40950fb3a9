//! Ctrl-C: the first one asks the search to stop, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

pub fn listen() {
    const KILLED_BY_INTERRUPT: i32 = 130;
    // Without a handler Ctrl-C ends the process at once, which is no worse than no answer.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) {
            std::process::exit(KILLED_BY_INTERRUPT);
        }
    });
}

pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}
