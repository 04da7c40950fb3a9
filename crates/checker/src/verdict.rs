//! The verdict on a program: the answer and all that is known beside it, as data. It does not
//! know how it is printed.

use serde::{Deserialize, Serialize};
use trailhound_machine::{Choice, Granularity, MemoryModel};
use trailhound_search::Stats;
use trailhound_trail::{Place, Report, Trail};

use crate::reports::{Advice, AnalysisReport, RunReport, SamplingReport, Strategy, Trial};
use crate::weak_atomics::MemoryReport;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    Ok,
    Error,
    Undecided,
    Unsupported,
}

#[derive(Debug)]
pub struct Verdict {
    pub answer: Answer,
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
    /// What replays the error: [`Replay`](crate::Replay) takes it.
    pub trail: Option<Trail>,
    /// The content of the globals in every state in which the program has ended, if asked for.
    pub final_states: Option<Vec<String>>,
    pub stats: Option<Stats>,
    /// How many threads the program had in one execution, at most.
    pub threads: Option<u32>,
    /// How often the searches have looked at a step of a thread.
    pub inspections: u64,
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
    /// The memory model that the answer is about.
    pub memory: Option<MemoryReport>,
    /// What data choices too wide to enumerate tried, if there were any.
    pub values: Option<Vec<i64>>,
    /// Further things that the user should know.
    pub notes: Vec<String>,
    /// It is undecided because the search came to a limit.
    pub ended_by_limit: bool,
    /// What the search has to do with, and what may help, if it came to a limit.
    pub advice: Option<Advice>,
    /// More time or memory would not change the answer.
    pub is_complete: bool,
    /// It is known from an earlier check; the numbers are those of its search.
    pub cached: bool,
    /// What random executions have shown.
    pub sampling: Option<SamplingReport>,
}

/// An error and the way to it.
#[derive(Debug)]
pub struct Found {
    pub report: Report,
    pub choices: Vec<Choice>,
    /// The length of the trail that was found first, if a shorter one took its place.
    pub shortened_from: Option<usize>,
}

impl Verdict {
    pub fn new(answer: Answer) -> Verdict {
        Verdict {
            answer,
            reason: None,
            hint: None,
            place: None,
            compiler_output: None,
            found: None,
            trail: None,
            final_states: None,
            stats: None,
            threads: None,
            inspections: 0,
            compile_seconds: 0.0,
            link_seconds: 0.0,
            strategy: None,
            runs: Vec::new(),
            without_effect: Vec::new(),
            analysis: None,
            trials: None,
            granularity: None,
            memory: None,
            values: None,
            notes: Vec::new(),
            ended_by_limit: false,
            advice: None,
            is_complete: false,
            cached: false,
            sampling: None,
        }
    }

    /// The states of the search that has decided, or of the one that came furthest.
    pub fn states(&self) -> u64 {
        match self.answer {
            Answer::Ok | Answer::Error => self.stats.map_or(0, |stats| stats.states_seen()),
            Answer::Undecided | Answer::Unsupported => self.most_states(),
        }
    }

    /// The states that one search has stored, of the search that came furthest.
    pub fn most_states(&self) -> u64 {
        let last = self.stats.map_or(0, |stats| stats.states_stored);
        let others = self.runs.iter().map(|run| run.states_stored);
        others.fold(last, u64::max)
    }

    /// It is ok under sequential consistency, and not known to be under the program's weaker orders.
    pub fn leaves_weaker_orders_open(&self) -> bool {
        let memory = self.memory.as_ref();
        self.answer == Answer::Ok
            && memory
                .is_some_and(|memory| memory.model == MemoryModel::Sc && memory.weaker.count > 0)
    }

    /// The input cannot be checked, for this reason.
    pub fn unsupported(reason: impl Into<String>) -> Verdict {
        Verdict {
            reason: Some(reason.into()),
            ..Verdict::new(Answer::Unsupported)
        }
    }

    pub fn undecided(reason: impl Into<String>) -> Verdict {
        Verdict {
            reason: Some(reason.into()),
            ..Verdict::new(Answer::Undecided)
        }
    }
}
