//! Searches and samples in numbers: what a verdict tells of how it came about.

use std::borrow::Cow;
use std::fmt;
use trailhound_machine::ThreadId;

use serde::{Deserialize, Serialize};
use trailhound_guide::AnyGuide;
use trailhound_property::detection_probability;
use trailhound_search::{End, Engine, LimitKind, Outcome};
use trailhound_trail::Place;

use crate::quantity::{count, counted, seconds};

/// One way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    pub engine: Engine,
    pub guide: Option<AnyGuide>,
    /// Schedules with more preemptions are left out.
    pub preemptions: Option<u32>,
}

pub(crate) type StrategyWords = (String, Option<String>, Option<u32>);

impl Strategy {
    pub const EXHAUSTIVE: Strategy = Strategy::unguided(Engine::Dfs);

    pub const fn unguided(engine: Engine) -> Strategy {
        Strategy {
            engine,
            guide: None,
            preemptions: None,
        }
    }

    /// Engine, guide and bound on preemptions, to be kept.
    pub(crate) fn to_words(self) -> StrategyWords {
        let guide = self.guide.map(|guide| guide.to_string());
        (self.engine.to_string(), guide, self.preemptions)
    }

    pub(crate) fn of_words((engine, guide, preemptions): &StrategyWords) -> Option<Strategy> {
        Some(Strategy {
            engine: engine.parse().ok()?,
            guide: match guide {
                Some(guide) => Some(guide.parse().ok()?),
                None => None,
            },
            preemptions: *preemptions,
        })
    }

    pub fn guided(engine: Engine, guide: AnyGuide) -> Strategy {
        Strategy {
            guide: Some(guide),
            ..Strategy::unguided(engine)
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        write!(out, "{}", self.engine)?;
        if let Some(guide) = self.guide {
            write!(out, " with {guide}")?;
        }
        match self.preemptions {
            Some(bound) => write!(out, ", {}", preemptions(bound)),
            None => Ok(()),
        }
    }
}

/// `at most 2 preemptions`.
pub fn preemptions(bound: u32) -> String {
    format!("at most {}", counted(u64::from(bound), "preemption"))
}

/// What came of one search, for the report.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunReport {
    pub search: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guide: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preemptions: Option<u32>,
    /// Only orders of steps that make a difference were followed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reduced: bool,
    /// Threads that took part, if there were several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u32>,
    pub states_stored: u64,
    pub seconds: f64,
    pub end: Cow<'static, str>,
}

impl RunReport {
    /// A search of all orders.
    pub fn of(strategy: Strategy, outcome: &Outcome) -> RunReport {
        RunReport {
            search: strategy.engine.to_string(),
            guide: strategy.guide.map(|guide| guide.to_string()),
            preemptions: strategy.preemptions,
            reduced: false,
            jobs: outcome.stats.jobs,
            states_stored: outcome.stats.states_stored,
            seconds: outcome.stats.seconds,
            end: end_of(outcome.end).into(),
        }
    }
}

/// The analysis of the program's control flow.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct AnalysisReport {
    pub seconds: f64,
    /// Functions that the program's start reaches, and their operations.
    pub functions: usize,
    pub operations: usize,
    /// What the ranks took during the search, if that was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking_seconds: Option<f64>,
}

/// What came of the search with one seed.
#[derive(Clone, Debug, Serialize)]
pub struct Trial {
    pub seed: u64,
    pub end: &'static str,
    pub states: u64,
    /// Of the trail, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<usize>,
    pub seconds: f64,
}

/// Random executions in numbers.
#[derive(Clone, Debug, Serialize)]
pub struct SamplingReport {
    pub sampler: String,
    /// The number of the sample that failed, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<u64>,
    /// What may be said if none failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<String>,
    /// Those that passed.
    #[serde(flatten)]
    pub passed: Summary,
}

/// The samples before the first that is missing or failed.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub samples: u64,
    pub samples_wanted: u64,
    pub mean_length: f64,
    pub longest_length: u64,
    pub seconds: f64,
    pub seed: u64,
}

impl Summary {
    pub fn sentence(&self) -> String {
        format!(
            "{} passed, mean length {:.1}, longest {}, {}",
            counted(self.samples, "sample"),
            self.mean_length,
            count(self.longest_length),
            seconds(self.seconds)
        )
    }

    pub fn is_complete(&self) -> bool {
        self.samples >= self.samples_wanted
    }
}

/// What probabilistic concurrency testing promises of one sample.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PctPromise {
    pub depth: u32,
    pub threads: u32,
    pub steps: u64,
    /// With which one sample finds an error of this depth, at least.
    pub probability: f64,
}

impl PctPromise {
    pub fn sentence(&self, samples: u64) -> String {
        let PctPromise {
            depth,
            threads,
            steps,
            probability,
        } = self;
        let by_all = 100.0 * detection_probability(*probability, samples);
        format!(
            "an error of depth {depth} in executions of up to {} is found by one sample with \
             probability 1 / ({threads} · {steps}^{}) = {probability:.2e} at least, by {} with \
             {by_all:.3}%",
            counted(*steps, "step"),
            depth - 1,
            counted(samples, "sample"),
        )
    }
}

/// What makes a program too large for a search that came to its limit, seen in one execution, and what
/// may help.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// Threads of the execution, main included.
    pub threads: u32,
    /// Its steps: as many scheduling points has one schedule.
    pub steps: u64,
    /// It came to an end, and these are all its steps.
    pub is_whole: bool,
    /// The operation that one thread repeats most often.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Turns>,
    /// The object that most steps begin at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub object: Option<Touched>,
    /// What to try, the most promising first.
    pub suggestions: Vec<Suggestion>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Turns {
    pub thread: ThreadId,
    pub turns: u64,
    #[serde(flatten)]
    pub place: Place,
    /// The outermost call that leads there, if it is another place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller: Option<Place>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Touched {
    pub name: String,
    pub steps: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Suggestion {
    /// Let the loop turn less often when Trailhound compiles the program.
    SmallerConstants,
    FewerThreads,
    /// `--preemptions 2`
    FewPreemptions,
    /// `--search dfs`
    DepthFirst,
    /// `trailhound sample`
    Sample,
}

pub fn end_of(end: End) -> &'static str {
    match end {
        End::Found => "found",
        End::Exhausted => "exhausted",
        End::Interrupted => "interrupted",
        End::Limit(LimitKind::States) => "states",
        End::Limit(LimitKind::Depth) => "depth",
        End::Limit(LimitKind::Time) => "time",
        End::Limit(LimitKind::Memory) => "memory",
        End::Limit(LimitKind::Steps) => "steps",
        End::Limit(LimitKind::Walks) => "walks",
        End::Limit(LimitKind::Width) => "width",
        End::Limit(LimitKind::Hashes) => "hashes",
    }
}
