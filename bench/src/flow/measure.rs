//! Runs the searches of the paper on subjects and takes their time. It does not know how
//! subjects are made, nor what is said about them.

use nix::time::{ClockId, clock_gettime};
use trailhound_flow::search::{Answer, Outcome, SearchName, search};
use trailhound_flow::subject::Subject;
use trailhound_search::{Limits, Unwatched};

/// What one search has cost on one subject.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Of the processor, at best.
    pub seconds: f64,
    /// Tuples visited.
    pub tuples: u64,
    /// Tuples up to the trap, the initial one included; 0 where nothing is violated.
    pub prefix: usize,
}

/// What a search says of a subject.
#[derive(Clone, Copy, Debug)]
pub enum Ran {
    Violated(Cost),
    /// No complete path violates the property: conclusive, as the paper says.
    Conclusive(Cost),
    /// A limit was reached after so many seconds.
    Undecided(f64),
}

impl Ran {
    pub fn violated(self) -> Option<Cost> {
        match self {
            Ran::Violated(cost) => Some(cost),
            _ => None,
        }
    }

    pub fn conclusive(self) -> Option<Cost> {
        match self {
            Ran::Conclusive(cost) => Some(cost),
            _ => None,
        }
    }
}

/// A search that takes less is repeated, since clocks and caches matter there.
const LONG: f64 = 0.05;

/// The tuples that a search may visit.
pub const MOST_TUPLES: u64 = 600_000;
/// And those where the property holds, of which it has to visit all.
pub const MOST_CONCLUSIVE: u64 = 3_000_000;

/// A limit on tuples, not on time: what is solved does not depend on the load of the computer.
pub fn limits(most: u64) -> Limits {
    Limits {
        states: Some(most),
        memory_bytes: Some(2 << 30),
        ..Limits::default()
    }
}

/// Runs a search `repeat` times, or once where that takes long enough, and keeps the best time.
pub fn run(subject: &Subject, name: SearchName, repeat: usize, most: u64) -> Result<Ran, String> {
    let mut best = f64::INFINITY;
    let mut last = None;
    let mut spent = 0.0;
    for turn in 0..repeat.max(1) {
        if turn > 0 && spent > LONG {
            break;
        }
        let before = processor_seconds()?;
        let outcome = search(subject, name, &limits(most), &mut Unwatched);
        let seconds = processor_seconds()? - before;
        best = best.min(seconds);
        spent += seconds;
        last = Some(outcome);
    }
    let outcome = last.expect("it ran at least once");
    Ok(judged(&outcome, best))
}

fn judged(outcome: &Outcome, seconds: f64) -> Ran {
    let cost = |prefix| Cost {
        seconds,
        tuples: outcome.counts.tuples,
        prefix,
    };
    match &outcome.answer {
        Answer::Violated(path) => {
            Ran::Violated(cost(path.as_ref().map_or(0, |path| path.prefix_length())))
        }
        Answer::Holds | Answer::HoldsAtTheEnd(_) => Ran::Conclusive(cost(0)),
        Answer::Undecided(_) | Answer::Interrupted => Ran::Undecided(seconds),
    }
}

/// Of this thread. `getrusage` would only know what it was at the last tick of the scheduler.
fn processor_seconds() -> Result<f64, String> {
    let now = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_err(|cause| cause.to_string())?;
    Ok(now.tv_sec() as f64 + now.tv_nsec() as f64 / 1e9)
}
