//! The answer to a check: the verdict and all that is known beside it. It does not know
//! how it is printed.

use std::process::ExitCode;

use serde::Serialize;
use trailhound_search::Stats;
use trailhound_trail::{Granularity, Place, Report};

use crate::sampling::{Plan, Sampled, Summary};
use crate::strategy::{AnalysisReport, RunReport, Strategy};
use crate::trials::Trial;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Ok,
    Error,
    Undecided,
    Unsupported,
}

impl Verdict {
    pub fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Verdict::Ok => 0,
            Verdict::Error => 1,
            Verdict::Unsupported => 2,
            Verdict::Undecided => 3,
        })
    }
}

#[derive(Debug)]
pub struct Conclusion {
    pub verdict: Verdict,
    /// Why it is undecided or unsupported, or what is ok if that is not everything: one sentence
    /// without its full stop.
    pub reason: Option<String>,
    /// What can be done about it.
    pub hint: Option<String>,
    /// Where in the program the trouble is, if it is not an error of the program.
    pub place: Option<Place>,
    /// What the compiler printed.
    pub compiler_output: Option<String>,
    pub found: Option<Found>,
    pub stats: Option<Stats>,
    pub compile_seconds: f64,
    pub link_seconds: f64,
    /// The search that decided.
    pub strategy: Option<Strategy>,
    /// All searches, if there were several.
    pub runs: Vec<RunReport>,
    /// Preferences of the guide that ranked all states alike.
    pub without_effect: Vec<String>,
    /// What a guide by distance knew before the search.
    pub analysis: Option<AnalysisReport>,
    /// The same search with many seeds.
    pub trials: Option<Vec<Trial>>,
    pub granularity: Option<Granularity>,
    /// What data choices too wide to enumerate tried, if there were any.
    pub values: Option<Vec<i64>>,
    /// Further things that the user should know.
    pub notes: Vec<String>,
    /// It is undecided because the search came to a limit.
    pub ended_by_limit: bool,
    /// What random executions have shown.
    pub sampling: Option<SamplingReport>,
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

impl SamplingReport {
    pub fn new(sampled: &Sampled, plan: &Plan) -> SamplingReport {
        SamplingReport {
            sampler: plan.sampler.to_string(),
            failed: sampled.failure.as_ref().map(|(number, _)| number + 1),
            claim: None,
            passed: sampled.summary.clone(),
        }
    }
}

/// An error and the way to it.
#[derive(Debug)]
pub struct Found {
    pub report: Report,
    pub choices: Vec<(u32, u32)>,
    /// The length of the trail that was found first, if a shorter one took its place.
    pub shortened_from: Option<usize>,
}

impl Conclusion {
    pub fn new(verdict: Verdict) -> Conclusion {
        Conclusion {
            verdict,
            reason: None,
            hint: None,
            place: None,
            compiler_output: None,
            found: None,
            stats: None,
            compile_seconds: 0.0,
            link_seconds: 0.0,
            strategy: None,
            runs: Vec::new(),
            without_effect: Vec::new(),
            analysis: None,
            trials: None,
            granularity: None,
            values: None,
            notes: Vec::new(),
            ended_by_limit: false,
            sampling: None,
        }
    }

    /// The states that one search has stored, of the search that came furthest.
    pub fn most_states(&self) -> u64 {
        let last = self.stats.map_or(0, |stats| stats.states_stored);
        let others = self.runs.iter().map(|run| run.states_stored);
        others.fold(last, u64::max)
    }

    pub fn unsupported(reason: impl Into<String>) -> Conclusion {
        Conclusion {
            reason: Some(reason.into()),
            ..Conclusion::new(Verdict::Unsupported)
        }
    }
}
