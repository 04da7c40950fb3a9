//! The progress line of a search, on a terminal only, and the ear for Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trailhound_search::{Monitor, Stats};

use crate::guard;
use crate::quantity::{bytes, count};

pub struct Progress {
    label: String,
    shown: bool,
    terminal: bool,
    next: Instant,
}

const PAUSE: Duration = Duration::from_millis(200);

impl Progress {
    pub fn new(label: impl Into<String>, quiet: bool) -> Self {
        let terminal = !quiet && io::stderr().is_terminal();
        Progress {
            label: label.into(),
            shown: false,
            terminal,
            next: Instant::now() + PAUSE,
        }
    }

    fn show(&mut self, stats: &Stats) {
        let rate = stats.states_generated as f64 / stats.seconds.max(0.001);
        let line = format!(
            "{}: {} states, {}/s, depth {}, frontier {}, {}",
            self.label,
            count(states_seen(stats)),
            count(rate as u64),
            count(stats.depth),
            count(stats.frontier),
            bytes((stats.store_bytes + stats.graph_bytes) as u64),
        );
        let _ = write!(io::stderr(), "\r\x1b[2K{line}");
        let _ = io::stderr().flush();
        self.shown = true;
    }
}

/// Random walks store nothing: what they have met counts.
pub fn states_seen(stats: &Stats) -> u64 {
    match stats.states_stored {
        0 => stats.states_generated,
        stored => stored,
    }
}

impl Monitor for Progress {
    fn tick(&mut self, stats: &Stats) -> ControlFlow<()> {
        if guard::interrupted() {
            return ControlFlow::Break(());
        }
        let now = Instant::now();
        if self.terminal && now >= self.next {
            self.next = now + PAUSE;
            self.show(stats);
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(io::stderr(), "\r\x1b[2K");
            let _ = io::stderr().flush();
        }
    }
}
