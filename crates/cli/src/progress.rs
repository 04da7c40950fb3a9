//! The line that says what the command is doing, on a terminal: what is being compiled, then
//! how far the search is. One clock and one count go through all phases of a search.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use trailhound_checker::quantity::{bytes, count};
use trailhound_checker::{Observer, Stats};
use trailhound_host::printable_line;

use crate::answer;

pub struct Progress {
    is_wanted: bool,
    /// Only a terminal shows a line that changes.
    is_shown: bool,
    line: Mutex<Line>,
}

/// What stands on the terminal.
#[derive(Default)]
struct Line {
    bar: Option<ProgressBar>,
    /// When the compilers began, and when the search did.
    compiling: Option<Instant>,
    searching: Option<Instant>,
    /// When the line is written again.
    next: Option<Instant>,
    count: Count,
}

/// States of all phases.
#[derive(Default)]
struct Count {
    /// Of the phases that are over.
    before: u64,
    now: u64,
}

impl Count {
    fn sum(&self) -> u64 {
        self.before + self.now
    }

    fn phase_over(&mut self) {
        self.before += std::mem::take(&mut self.now);
    }
}

const PAUSE: Duration = Duration::from_millis(200);

impl Progress {
    pub fn new(wanted: bool) -> Progress {
        Progress {
            is_wanted: wanted,
            is_shown: wanted && io::stderr().is_terminal(),
            line: Mutex::default(),
        }
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Line {
    /// Shows `text` behind a clock that began at `since`.
    fn show(&mut self, since: Instant, text: String) {
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{elapsed} {wide_msg}");
            let bar = ProgressBar::new_spinner().with_elapsed(since.elapsed());
            bar.set_style(style.expect("a valid template"));
            bar.enable_steady_tick(PAUSE);
            bar
        });
        bar.set_message(text);
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn compiling(&self, what: &str) {
        if self.is_shown {
            let mut line = self.line();
            let since = *line.compiling.get_or_insert_with(Instant::now);
            line.show(since, format!("compiling {}", printable_line(what)));
        }
    }

    fn waiting(&self) {
        if self.is_wanted {
            self.line().clear();
            eprintln!("waiting: another check uses the same target folder");
        }
    }

    fn compiled(&self) {
        self.line().clear();
    }

    fn progress(&self, phase: &str, stats: &Stats) -> ControlFlow<()> {
        if !self.is_shown {
            return ControlFlow::Continue(());
        }
        let mut line = self.line();
        line.count.now = stats.states_seen();
        let now = Instant::now();
        let since = *line.searching.get_or_insert(now);
        let next = *line.next.get_or_insert(now + PAUSE);
        if now >= next {
            line.next = Some(now + PAUSE);
            let rate = stats.states_generated as f64 / stats.seconds.max(0.001);
            let text = format!(
                "{phase}: {} states, {}/s, depth {}, frontier {}, {}",
                count(line.count.sum()),
                count(rate as u64),
                count(stats.depth),
                count(stats.frontier),
                bytes((stats.store_bytes + stats.graph_bytes) as u64),
            );
            line.show(since, text);
        }
        ControlFlow::Continue(())
    }

    fn phase_over(&self) {
        let mut line = self.line();
        line.count.phase_over();
        line.clear();
    }

    fn answer_is_known(&self) {
        answer::is_known();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_counted_through_all_phases() {
        let progress = Progress {
            is_wanted: true,
            is_shown: true,
            line: Mutex::default(),
        };
        let stored = |states_stored| Stats {
            states_stored,
            ..Stats::default()
        };
        let counted = |phase: &str, states| {
            let _ = progress.progress(phase, &stored(states));
            progress.line().count.sum()
        };
        assert_eq!(counted("first", 10), 10);
        assert_eq!(counted("first", 30), 30);
        let started = progress.line().searching;
        progress.phase_over();
        assert_eq!(counted("second", 5), 35);
        assert_eq!(progress.line().searching, started);
    }
}
