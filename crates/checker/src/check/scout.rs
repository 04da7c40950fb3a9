//! A short look for the failures that the program itself knows: assertions, panics, aborts and
//! error functions in the user's code. It does not know what comes after it.

use std::time::Instant;

use trailhound_guide::AnyGuide;
use trailhound_guide::distance::DistanceName;
use trailhound_search::{End, Engine, Found, LimitKind, Outcome};

use super::portfolio::keep_shorter;
use super::strategy::Searcher;
use crate::reports::Strategy;

/// A program with fewer states is simply exhausted.
const SMALL: u64 = 400;
/// States of the search toward failures. Most programs with this many and an assertion are right,
/// so that it must cost next to nothing.
const SCOUTED: u64 = 600;

impl Searcher<'_, '_> {
    /// The search toward failures, if there are any in the user's code and nothing else was asked for.
    pub(super) fn toward_failures(&self) -> Option<Strategy> {
        let guide = AnyGuide::Distance(DistanceName::Pfsm);
        let is_at_failures = self.aimed.aim().is_at_failures;
        is_at_failures.then(|| Strategy::guided(Engine::Greedy, guide))
    }

    /// What it finds within a few states. `best` is the shortest trail to a weak error.
    pub(super) fn scout(
        &mut self,
        started: Instant,
        best: &mut Option<Found>,
    ) -> Option<(Strategy, Outcome)> {
        let strategy = self.toward_failures()?;
        let (runs, notes) = (self.runs.len(), self.notes.len());
        let options = self.within(Some(SMALL), started.elapsed());
        let small = self.run(Strategy::EXHAUSTIVE, &options);
        self.runs.truncate(runs);
        if small.end != End::Limit(LimitKind::States) {
            return None;
        }
        let options = self.within(Some(SCOUTED), started.elapsed());
        let mut outcome = self.run(strategy, &options);
        if outcome.end == End::Found {
            return Some((strategy, outcome));
        }
        keep_shorter(best, &mut outcome);
        self.runs.truncate(runs);
        self.notes.truncate(notes);
        self.analysis = None;
        None
    }
}
