//! Runs the searches of the paper on subjects and takes their time. It does not know how
//! subjects are made, nor what is said about them.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
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

pub fn limits() -> Limits {
    Limits {
        time: Some(Duration::from_secs(120)),
        memory_bytes: Some(2 << 30),
        ..Limits::default()
    }
}

/// Runs a search `repeat` times, or once where that takes long enough, and keeps the best time.
pub fn run(subject: &Subject, name: SearchName, repeat: usize) -> Result<Ran, String> {
    let mut best = f64::INFINITY;
    let mut last = None;
    let mut spent = 0.0;
    for turn in 0..repeat.max(1) {
        if turn > 0 && spent > LONG {
            break;
        }
        let before = processor_seconds()?;
        let outcome = search(subject, name, &limits(), &mut Unwatched);
        let seconds = processor_seconds()? - before;
        best = best.min(seconds);
        spent += seconds;
        last = Some(outcome.map_err(|cause| cause.to_string())?);
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

fn processor_seconds() -> Result<f64, String> {
    let usage = getrusage(UsageWho::RUSAGE_THREAD).map_err(|cause| cause.to_string())?;
    let microseconds =
        usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
    Ok(microseconds as f64 / 1e6)
}
