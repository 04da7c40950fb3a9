//! `--search auto`: a portfolio of searches, one after the other and beside each other. It does not know how a
//! single one is run.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trailhound_machine::ProgramGraph;
use trailhound_search::{
    End, Engine, Found, LimitKind, Limits, Options, Outcome, dfs, dfs_kept, parallel,
};

use super::probe::pays;
use super::strategy::{Searched, Searcher};
use super::turns::{InTurns, PROBED, Player, Reduction, Turns};
use crate::checkpoints::SavedTurns;
use crate::reports::Strategy;

/// A program with more threads than this may start them without end.
const FEW_THREADS: u32 = 64;
/// States within which an error that needs few threads of many is looked for.
const NEAR: u64 = 4_000;
/// States of the first search; a program with fewer is simply exhausted.
const FIRST_BUDGET: u64 = 2_000;
/// Most errors need few preemptions. States of each search for them.
const FEW_PREEMPTIONS: u32 = 2;
const PREEMPTION_BUDGET: u64 = 10_000;
/// States of each directed search in its first turn: one costs several times as much as depth first.
const FIRST_TURN: u64 = 2_500;

impl Searcher<'_, '_> {
    /// Small programs are exhausted depth first. Otherwise the exhaustive search goes through all states, reduced
    /// unless that turns out not to pay; few preemptions and then directed searches with growing budgets have their
    /// turns beside it. What exhausts the states or finds an error ends it, so the verdict is that of an exhaustive search.
    pub(super) fn try_one_after_the_other(mut self) -> Searched {
        let mut directed = self.fitting();
        directed.extend(self.toward_failures());
        let mut turns = Turns {
            directed,
            bounds: 0..FEW_PREEMPTIONS + 1,
            reduction: None,
            budget: FIRST_TURN,
            best: None,
            started: Instant::now(),
        };
        let (strategy, mut outcome) = self.decide(&mut turns);
        if outcome.end != End::Found {
            keep_shorter(&mut turns.best, &mut outcome);
            outcome.finding = turns.best;
        }
        // The last search may have come to the limit that an earlier one has used up.
        if matches!(outcome.end, End::Limit(_))
            && outcome.stats.states_stored < self.largest.states_stored
        {
            outcome.stats = self.largest;
        }
        outcome.stats.seconds = turns.started.elapsed().as_secs_f64();
        self.finish(strategy, outcome)
    }

    fn decide(&mut self, turns: &mut Turns) -> (Strategy, Outcome) {
        let exhaustive = Strategy::EXHAUSTIVE;
        let is_reducible = self.graph.is_reducible();
        let begun = match self.resume_turns(turns) {
            Some(reduces) => Ok(reduces),
            None => self.begin(turns, is_reducible),
        };
        let mut reduces = match begun {
            Ok(reduces) => reduces,
            Err(decided) => return *decided,
        };
        loop {
            self.graph.machine.options.reduces = reduces;
            let (mut outcome, decided) = self.exhaust_in_turns(turns);
            if let Some(decided) = decided {
                return decided;
            }
            if turns.reduction.take() == Some(Reduction::DoesNotPay) {
                keep_shorter(&mut turns.best, &mut outcome);
                reduces = false;
                continue;
            }
            if self.standing(&outcome) != Standing::OutOfLimits {
                return (exhaustive, outcome);
            }
            keep_shorter(&mut turns.best, &mut outcome);
            if let Some(decided) = self.take_turn(turns, None, 0) {
                return decided;
            }
            turns.directed.clear();
            // Fewer states are stored where orders are left out.
            if reduces || !is_reducible {
                return (exhaustive, outcome);
            }
            reduces = true;
        }
    }

    /// The searches before the exhaustive one. Whether that is reduced, or the search that has decided.
    fn begin(
        &mut self,
        turns: &mut Turns,
        is_reducible: bool,
    ) -> Result<bool, Box<(Strategy, Outcome)>> {
        let exhaustive = Strategy::EXHAUSTIVE;
        let may_go_on = is_reducible || !turns.directed.is_empty();
        // What is small is exhausted before it pays to find out which steps are independent.
        self.graph.machine.options.reduces = false;
        if let Some(decided) = self.scout(turns.started, &mut turns.best) {
            return Err(decided.into());
        }
        // The exhaustive search has come to a limit of the user's.
        let mut given_up = None;
        let budget = may_go_on.then_some(FIRST_BUDGET);
        match self.dive(exhaustive, budget, turns.started) {
            Dive::Found(strategy, outcome) => return Err((strategy, outcome).into()),
            Dive::TooDeep => {}
            Dive::Over(mut outcome) => match self.standing(&outcome) {
                Standing::Final => return Err((exhaustive, outcome).into()),
                Standing::OutOfBudget => keep_shorter(&mut turns.best, &mut outcome),
                Standing::OutOfLimits => {
                    keep_shorter(&mut turns.best, &mut outcome);
                    given_up = Some(outcome);
                }
            },
        }
        if let Some(outcome) = given_up {
            if let Some(decided) = self.take_turn(turns, None, 0) {
                return Err(decided.into());
            }
            if !is_reducible {
                return Err((exhaustive, outcome).into());
            }
        } else if is_reducible {
            turns.reduction = Some(Reduction::Untried);
        }
        Ok(is_reducible)
    }

    /// Whether the exhaustive search had better leave out orders of independent steps.
    fn reduction_pays(&mut self, started: Instant) -> bool {
        let options = self.within(None, started.elapsed());
        let mut progress = self.session.phase("searching");
        pays(self.graph, &options.limits, &mut progress)
    }

    /// The exhaustive search, with directed ones in turns; one of these, if it has decided.
    fn exhaust_in_turns(&mut self, turns: &mut Turns) -> (Outcome, Option<(Strategy, Outcome)>) {
        let options = self.within(None, turns.started.elapsed());
        let session = self.session;
        let mut progress = session.phase("searching");
        let shared = self.jobs.share(Engine::Dfs, self.graph, &options);
        let beside = Beside {
            searcher: self,
            turns,
            before: None,
            decided: None,
        };
        let mut graph = InTurns(beside, PhantomData);
        let outcome = match (shared, session.keeping()) {
            (Some((order, threads)), _) => {
                parallel(order, threads, &mut graph, &options, &mut progress)
            }
            (None, None) => dfs(&mut graph, &options, &mut progress),
            (None, Some(keeping)) => {
                dfs_kept(&mut graph, &options, &mut progress, &mut keeping.keeper())
            }
        };
        let decided = graph.0.decided;
        // The search that has decided is the last one.
        let last = decided.as_ref().and_then(|_| self.runs.pop());
        self.note_run(Strategy::EXHAUSTIVE, &outcome);
        self.runs.extend(last);
        (outcome, decided)
    }

    /// Few preemptions if they were not tried, then each directed search; the one that has decided.
    fn take_turn(
        &mut self,
        turns: &mut Turns,
        budget: Option<u64>,
        taken: usize,
    ) -> Option<(Strategy, Outcome)> {
        self.try_few_preemptions(turns, taken)
            .or_else(|| self.try_directed(turns, budget, taken))
    }

    /// Each directed search that is left, within a budget of states; the first that decides. The states of
    /// another search take so many bytes meanwhile.
    fn try_directed(
        &mut self,
        turns: &mut Turns,
        budget: Option<u64>,
        taken: usize,
    ) -> Option<(Strategy, Outcome)> {
        for strategy in turns.directed.clone() {
            let options = self.beside(taken, budget, turns.started.elapsed());
            let mut outcome = self.run(strategy, &options);
            let standing = self.standing(&outcome);
            if standing == Standing::Final {
                return Some((strategy, outcome));
            }
            keep_shorter(&mut turns.best, &mut outcome);
            if standing == Standing::OutOfLimits || !outcome.effect.first {
                turns.directed.retain(|other| *other != strategy);
            }
        }
        None
    }

    /// Depth first while there are few threads. In a program that starts ever more of them, an
    /// error that needs few is near, and not in the depth: then it is looked for breadth first.
    fn dive(&mut self, exhaustive: Strategy, budget: Option<u64>, started: Instant) -> Dive {
        self.graph.bound_threads(Some(FEW_THREADS));
        let options = self.within(budget, started.elapsed());
        let outcome = match budget {
            Some(_) => self.run(exhaustive, &options),
            None => self.run_shared(exhaustive, &options),
        };
        let found = outcome.finding.as_ref().map(|found| found.finding);
        if !found.is_some_and(|finding| self.graph.is_thread_bound(finding)) {
            self.graph.machine.thread_bound = None;
            return Dive::Over(outcome);
        }
        self.graph.bound_threads(None);
        self.runs.pop();
        let strategy = Strategy::unguided(Engine::Bfs);
        let options = self.within(Some(NEAR), started.elapsed());
        let outcome = self.run(strategy, &options);
        match outcome.end {
            End::Found | End::Interrupted | End::Limit(LimitKind::Time | LimitKind::Steps) => {
                Dive::Found(strategy, outcome)
            }
            End::Exhausted | End::Limit(_) => Dive::TooDeep,
        }
    }

    /// Schedules with 0, 1 and 2 preemptions, within so many states each.
    fn try_few_preemptions(
        &mut self,
        turns: &mut Turns,
        taken: usize,
    ) -> Option<(Strategy, Outcome)> {
        for bound in std::mem::take(&mut turns.bounds) {
            let options = self.beside(taken, Some(PREEMPTION_BUDGET), turns.started.elapsed());
            let (strategy, mut outcome, _) = self.run_bounded(bound, &options);
            match outcome.end {
                End::Found | End::Interrupted | End::Limit(LimitKind::Time | LimitKind::Steps) => {
                    return Some((strategy, outcome));
                }
                End::Exhausted => keep_shorter(&mut turns.best, &mut outcome),
                End::Limit(_) => {
                    keep_shorter(&mut turns.best, &mut outcome);
                    break;
                }
            }
        }
        None
    }

    fn standing(&self, outcome: &Outcome) -> Standing {
        match outcome.end {
            End::Limit(LimitKind::States) => {
                let stored = outcome.stats.states_stored;
                match self.options.limits.states {
                    Some(most) if stored >= most => Standing::OutOfLimits,
                    _ => Standing::OutOfBudget,
                }
            }
            End::Limit(LimitKind::Memory) => Standing::OutOfLimits,
            _ => Standing::Final,
        }
    }

    /// The options of the user, with a budget of states and for the time that is left.
    pub(super) fn within(&self, budget: Option<u64>, elapsed: Duration) -> Options {
        let limits = &self.options.limits;
        let states = match (limits.states, budget) {
            (Some(states), Some(budget)) => Some(states.min(budget)),
            (states, budget) => states.or(budget),
        };
        let limits = Limits {
            states,
            time: limits.time.map(|time| time.saturating_sub(elapsed)),
            ..limits.clone()
        };
        Options {
            limits,
            ..self.options.clone()
        }
    }

    /// The same for a search beside one whose states take so many bytes.
    fn beside(&self, taken: usize, budget: Option<u64>, elapsed: Duration) -> Options {
        let mut options = self.within(budget, elapsed);
        let most = &mut options.limits.memory_bytes;
        *most = most.map(|most| most.saturating_sub(taken));
        options
    }
}

/// The exhaustive search of a searcher, and directed ones beside it.
pub(super) struct Beside<'s, 'a, 'p> {
    pub searcher: &'s mut Searcher<'a, 'p>,
    pub turns: &'s mut Turns,
    /// What is to be resumed if the turn that goes on is interrupted.
    pub before: Option<SavedTurns>,
    /// A directed search that has decided.
    pub decided: Option<(Strategy, Outcome)>,
}

impl<'p> Player<'p> for Beside<'_, '_, 'p> {
    fn graph(&self) -> &ProgramGraph<'p> {
        self.searcher.graph
    }

    fn graph_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.searcher.graph
    }

    fn pause(&mut self, edges: u64, bytes: usize) -> ControlFlow<(), u64> {
        let next = |turns: &Turns| match turns.reduction {
            Some(Reduction::Untried) => turns.due().min(PROBED),
            _ => turns.due(),
        };
        if edges < next(self.turns) {
            return ControlFlow::Continue(next(self.turns));
        }
        self.before = self.saved();
        // What other searches come to need not be known to the reduction.
        let reduces = self.searcher.graph.machine.options.reduces;
        self.searcher.graph.end_reduction();
        let goes_on = self.take_turns(edges, bytes);
        self.searcher.graph.machine.options.reduces = reduces;
        if goes_on.is_continue() {
            self.before = None;
            if reduces {
                self.searcher.graph.begin_reduction();
            }
        }
        goes_on.map_continue(|()| next(self.turns))
    }
}

impl Beside<'_, '_, '_> {
    /// The probe and the turn that are due.
    fn take_turns(&mut self, edges: u64, bytes: usize) -> ControlFlow<()> {
        if self.turns.reduction == Some(Reduction::Untried) && edges >= PROBED {
            let pays = self.searcher.reduction_pays(self.turns.started);
            self.turns.reduction = (!pays).then_some(Reduction::DoesNotPay);
            if !pays {
                return ControlFlow::Break(());
            }
        }
        if edges >= self.turns.due() {
            let budget = Some(self.turns.budget);
            self.decided = self.searcher.take_turn(self.turns, budget, bytes);
            if self.decided.is_some() {
                return ControlFlow::Break(());
            }
            self.turns.grow();
        }
        ControlFlow::Continue(())
    }
}

/// What the first search has come to.
enum Dive {
    /// The end of its budget, or of the states.
    Over(Outcome),
    /// An error among many threads, or the end of the user's time.
    Found(Strategy, Outcome),
    /// More threads than it is worth to begin with.
    TooDeep,
}

/// What a search of the portfolio has come to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    /// It decides, or nothing more can be done.
    Final,
    /// It may get another chance.
    OutOfBudget,
    /// It has used up what the user allows for one search.
    OutOfLimits,
}

/// Keeps the shorter of two trails to weak errors.
pub(super) fn keep_shorter(best: &mut Option<Found>, outcome: &mut Outcome) {
    if let Some(found) = outcome.finding.take() {
        let shorter = best
            .as_ref()
            .is_none_or(|best| found.choices.len() < best.choices.len());
        if shorter {
            *best = Some(found);
        }
    }
}
