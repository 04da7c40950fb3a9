//! The progress line of a search, on a terminal only.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use trailhound_checker::quantity::{bytes, count};
use trailhound_checker::{Observer, Stats};

use crate::guard;

pub struct Progress {
    terminal: bool,
    line: Mutex<Line>,
}

/// What stands on the terminal.
struct Line {
    shown: bool,
    next: Instant,
}

const PAUSE: Duration = Duration::from_millis(200);

impl Progress {
    pub fn new(wanted: bool) -> Progress {
        Progress {
            terminal: wanted && io::stderr().is_terminal(),
            line: Mutex::new(Line {
                shown: false,
                next: Instant::now() + PAUSE,
            }),
        }
    }
}

/// Random walks store nothing: what they have met counts.
pub fn states_seen(stats: &Stats) -> u64 {
    match stats.states_stored {
        0 => stats.states_generated,
        stored => stored,
    }
}

impl Observer for Progress {
    fn progress(&self, phase: &str, stats: &Stats) -> ControlFlow<()> {
        if !self.terminal {
            return ControlFlow::Continue(());
        }
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if now >= line.next {
            line.next = now + PAUSE;
            line.shown = true;
            let rate = stats.states_generated as f64 / stats.seconds.max(0.001);
            let text = format!(
                "{phase}: {} states, {}/s, depth {}, frontier {}, {}",
                count(states_seen(stats)),
                count(rate as u64),
                count(stats.depth),
                count(stats.frontier),
                bytes((stats.store_bytes + stats.graph_bytes) as u64),
            );
            let _ = write!(io::stderr(), "\r\x1b[2K{text}");
            let _ = io::stderr().flush();
        }
        ControlFlow::Continue(())
    }

    fn phase_over(&self) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::take(&mut line.shown) {
            let _ = write!(io::stderr(), "\r\x1b[2K");
            let _ = io::stderr().flush();
        }
    }

    fn answer_is_known(&self) {
        guard::answer_is_known();
    }
}
