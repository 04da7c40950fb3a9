//! What is saved of a portfolio beside its exhaustive search, and how it goes on with that.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use trailhound_machine::ProgramGraph;
use trailhound_search::Stats;

use super::portfolio::Beside;
use super::strategy::Searcher;
use super::turns::{InTurns, Reduction, Turns};
use crate::checkpoints::{Saved, SavedTurns};
use crate::reports::{AnalysisReport, RunReport, Strategy, StrategyWords};

#[derive(Serialize, Deserialize)]
struct Portfolio {
    reduces: bool,
    bounds: (u32, u32),
    is_reduction_untried: bool,
    directed: Vec<StrategyWords>,
    budget: u64,
    seconds: f64,
    runs: Vec<RunReport>,
    largest: Stats,
    notes: Vec<String>,
    analysis: Option<AnalysisReport>,
}

impl Beside<'_, '_, '_> {
    /// What is to be known to go on; none if it is not kept.
    pub(super) fn saved(&self) -> Option<SavedTurns> {
        self.searcher.session.keeping()?;
        let Searcher {
            graph,
            runs,
            largest,
            notes,
            analysis,
            ..
        } = &*self.searcher;
        let turns = &*self.turns;
        let portfolio = Portfolio {
            reduces: graph.machine.options.reduces,
            bounds: (turns.bounds.start, turns.bounds.end),
            is_reduction_untried: turns.reduction == Some(Reduction::Untried),
            directed: turns.directed.iter().map(|one| one.to_words()).collect(),
            budget: turns.budget,
            seconds: turns.started.elapsed().as_secs_f64(),
            runs: runs.clone(),
            largest: *largest,
            notes: notes.clone(),
            analysis: *analysis,
        };
        Some(SavedTurns {
            text: serde_json::to_string(&portfolio).ok()?,
            best: turns.best.clone(),
        })
    }
}

impl<'p> Saved<'p> for InTurns<'p, Beside<'_, '_, 'p>> {
    fn graph(&self) -> &ProgramGraph<'p> {
        self.0.searcher.graph
    }

    fn turns(&self) -> Option<SavedTurns> {
        let before = self.0.before.as_ref().map(|before| SavedTurns {
            text: before.text.clone(),
            best: before.best.clone(),
        });
        before.or_else(|| self.0.saved())
    }

    fn is_open(&self) -> bool {
        let decided = self.0.decided.as_ref();
        decided.is_none_or(|(_, outcome)| outcome.end.is_open())
            && self.0.turns.reduction != Some(Reduction::DoesNotPay)
    }
}

impl Searcher<'_, '_> {
    /// Goes on where a portfolio was saved: whether its exhaustive search is reduced. None if there is none.
    pub(super) fn resume_turns(&mut self, turns: &mut Turns) -> Option<bool> {
        let saved = self.session.keeping()?.take_turns()?;
        let portfolio: Portfolio = serde_json::from_str(&saved.text).ok()?;
        turns.bounds = portfolio.bounds.0..portfolio.bounds.1;
        turns.reduction = portfolio.is_reduction_untried.then_some(Reduction::Untried);
        let directed = portfolio.directed.iter();
        turns.directed = directed.filter_map(Strategy::of_words).collect();
        turns.budget = portfolio.budget;
        turns.best = saved.best;
        let spent = Duration::try_from_secs_f64(portfolio.seconds).unwrap_or_default();
        turns.started = Instant::now().checked_sub(spent).unwrap_or(turns.started);
        self.runs = portfolio.runs;
        self.largest = portfolio.largest;
        self.notes = portfolio.notes;
        self.analysis = portfolio.analysis;
        Some(portfolio.reduces)
    }
}
