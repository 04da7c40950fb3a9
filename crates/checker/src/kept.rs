//! Verdicts that are known from an earlier check of the same program: the same IR, the same options,
//! the same Trailhound. Only complete verdicts are kept. The trail of an error is walked again before
//! it is told, so that an error is never only remembered.

use std::env;
use std::fmt::Debug;
use std::fs;

use serde::{Deserialize, Serialize};
use trailhound_frontend::{Compiled, Surroundings};
use trailhound_host::{Cache, Key};
use trailhound_machine::Granularity;
use trailhound_search::Stats;
use trailhound_trail::Trail;

use crate::harness::ListedTest;
use crate::replay::walk;
use crate::reports::{AnalysisReport, RunReport, Strategy, StrategyWords};
use crate::resolve::Resolved;
use crate::session::Session;
use crate::verdict::{Answer, Verdict};
use crate::weak_atomics::MemoryReport;

/// The most bytes: several thousand verdicts.
const ROOM: u64 = 16 << 20;

/// The place of one verdict.
pub struct Kept {
    cache: Cache,
    key: Key,
}

impl Kept {
    /// The place of the verdict on a program with this `content` of which this was `asked`.
    pub fn open(asked: &impl Debug, content: &Key) -> Option<Kept> {
        let directory = Surroundings::from_environment().cache?;
        let cache = Cache::open(&directory, "verdicts", ROOM)?;
        let key = Key::of(&(ourselves()?, format!("{asked:?}"), content));
        Some(Kept { cache, key })
    }

    pub fn load(&self) -> Option<Known> {
        serde_json::from_str(&self.cache.load(&self.key)?).ok()
    }

    pub fn store(&self, verdict: &Verdict) {
        let known = Known::of(verdict);
        if let Some(text) = known.and_then(|known| serde_json::to_string(&known).ok()) {
            self.cache.store(&self.key, &text);
        }
    }
}

/// The tests of a program with known content.
pub struct KeptTests(Kept);

impl KeptTests {
    pub fn open(content: &Key) -> Option<KeptTests> {
        Kept::open(&"tests", content).map(KeptTests)
    }

    pub fn load(&self) -> Option<Vec<ListedTest>> {
        let KeptTests(Kept { cache, key }) = self;
        serde_json::from_str(&cache.load(key)?).ok()
    }

    pub fn store(&self, tests: &[ListedTest]) {
        let KeptTests(Kept { cache, key }) = self;
        if let Ok(text) = serde_json::to_string(tests) {
            cache.store(key, &text);
        }
    }
}

/// What a program is made of.
pub fn content(compiled: &Compiled) -> Key {
    let modules = compiled.modules.iter().chain(&compiled.on_demand);
    let modules: Vec<(&str, &str)> = modules
        .chain(&compiled.runtime)
        .map(|module| (module.name.as_str(), module.text.as_str()))
        .collect();
    Key::of(&(compiled.modules.len(), compiled.on_demand.len(), modules))
}

/// Changes with every build of Trailhound.
fn ourselves() -> Option<impl std::hash::Hash> {
    let path = fs::canonicalize(env::current_exe().ok()?).ok()?;
    let found = fs::metadata(&path).ok()?;
    let version = env!("CARGO_PKG_VERSION");
    let modified = found.modified().ok()?;
    Some((version, path, found.len(), modified, placed(&found)))
}

/// When a file was put into its place: an archive may give it an older time.
#[cfg(unix)]
fn placed(found: &fs::Metadata) -> (i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (found.ctime(), found.ctime_nsec())
}

#[cfg(not(unix))]
fn placed(_: &fs::Metadata) {}

/// What is kept of a verdict.
#[derive(Serialize, Deserialize)]
pub struct Known {
    answer: Answer,
    reason: Option<String>,
    notes: Vec<String>,
    trail: Option<Trail>,
    shortened_from: Option<usize>,
    final_states: Option<Vec<String>>,
    stats: Option<Stats>,
    threads: Option<u32>,
    strategy: Option<StrategyWords>,
    runs: Vec<RunReport>,
    without_effect: Vec<String>,
    analysis: Option<AnalysisReport>,
    granularity: Option<Granularity>,
    memory: Option<MemoryReport>,
    values: Option<Vec<i64>>,
}

impl Known {
    fn of(verdict: &Verdict) -> Option<Known> {
        let is_worth_it = match verdict.answer {
            Answer::Ok => true,
            Answer::Error => verdict.trail.is_some(),
            Answer::Undecided | Answer::Unsupported => false,
        };
        if !is_worth_it || !verdict.is_complete || verdict.sampling.is_some() {
            return None;
        }
        let found = verdict.found.as_ref();
        Some(Known {
            answer: verdict.answer,
            reason: verdict.reason.clone(),
            notes: verdict.notes.clone(),
            trail: verdict.trail.clone(),
            shortened_from: found.and_then(|found| found.shortened_from),
            final_states: verdict.final_states.clone(),
            stats: verdict.stats,
            threads: verdict.threads,
            strategy: verdict.strategy.map(Strategy::to_words),
            runs: verdict.runs.clone(),
            without_effect: verdict.without_effect.clone(),
            analysis: verdict.analysis,
            granularity: verdict.granularity,
            memory: verdict.memory.clone(),
            values: verdict.values.clone(),
        })
    }

    /// The verdict, if it is that no schedule fails.
    pub fn proof(&self) -> Option<Verdict> {
        let is_proof = self.answer == Answer::Ok;
        is_proof.then(|| self.told(Verdict::new(Answer::Ok)))
    }

    /// The verdict, if it is an error: its trail is walked again.
    pub fn error(self, resolved: &Resolved, session: &Session) -> Option<Verdict> {
        let trail = self.trail.as_ref()?;
        let mut resolved = resolved.clone();
        resolved.machine.memory = trail.options.memory.clone();
        let mut verdict = walk(trail, &resolved, session);
        if verdict.answer != Answer::Error {
            return None;
        }
        if let Some(found) = &mut verdict.found {
            found.shortened_from = self.shortened_from;
        }
        verdict.trail = Some(Trail {
            program: resolved.source.clone(),
            ..trail.clone()
        });
        Some(self.told(verdict))
    }

    /// Adds what is known beside the answer.
    fn told(&self, verdict: Verdict) -> Verdict {
        let strategy = self.strategy.as_ref().and_then(Strategy::of_words);
        Verdict {
            reason: self.reason.clone(),
            notes: self.notes.clone(),
            final_states: self.final_states.clone(),
            stats: self.stats,
            threads: self.threads,
            strategy,
            runs: self.runs.clone(),
            without_effect: self.without_effect.clone(),
            analysis: self.analysis,
            granularity: self.granularity,
            memory: self.memory.clone(),
            values: self.values.clone(),
            is_complete: true,
            cached: true,
            ..verdict
        }
    }
}
