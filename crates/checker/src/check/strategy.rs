//! Which engine goes through the states, led by which guide: what the user asked for, or a
//! portfolio of them. It does not know what is done with the answer.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_guide::{AnyGuide, GuideName, ProgramGuide, fitting};
use trailhound_host::available_memory;
use trailhound_machine::{Exclusion, ProgramGraph};
use trailhound_search::{
    End, Engine, Found, LimitKind, Limits, Options, Outcome, Sketch, Stats, Unguided, dfs, lossy,
    parallel, run,
};

use super::jobs::Jobs;
use super::probe::pays;
use super::timed::Timed;
use super::turns::{InTurns, Player, Turns};
use crate::aim::Aimed;
use crate::preemptions::Bounded;
use crate::reports::{AnalysisReport, RunReport, Strategy, end_of};
use crate::search_request::{SearchName, SearchRequest, StoreName};
use crate::session::{Phase, Session};

/// The search that decided, and all that were tried before it.
pub struct Searched {
    pub outcome: Outcome,
    pub strategy: Strategy,
    pub runs: Vec<RunReport>,
    /// Preferences of the guide that ranked all states alike.
    pub without_effect: Vec<String>,
    /// What the guide by distance knew before the search began.
    pub analysis: Option<AnalysisReport>,
    pub notes: Vec<String>,
}

/// What a search works on and within.
pub struct Searcher<'a, 'p> {
    pub graph: &'a mut ProgramGraph<'p>,
    pub aimed: &'a Aimed<'p>,
    pub analysis: Option<AnalysisReport>,
    /// Measure what the guide takes.
    pub times_guide: bool,
    pub notes: Vec<String>,
    pub options: Options,
    /// Threads of exhaustive searches.
    pub jobs: Jobs,
    pub session: &'a Session,
    pub runs: Vec<RunReport>,
    /// Counters of the search that has stored most states.
    pub largest: Stats,
}

/// Why the arguments do not go together, if they do not.
pub fn contradiction(request: &SearchRequest) -> Option<String> {
    if let (StoreName::Bitstate(bytes), Some(free)) = (request.store, available_memory())
        && bytes > free
    {
        return Some("--store bitstate: the field is larger than the free memory".to_owned());
    }
    match (request.search, request.guide) {
        (SearchName::Engine(engine), Some(guide)) if !engine.is_directed() => Some(format!(
            "`--search {engine}` asks no guide, but `--guide {guide}` is given: \
             best-first, greedy, beam, astar and wastar do"
        )),
        _ if request.store != StoreName::Exact
            && (request.preemptions.is_some()
                || request.guide.is_some()
                || !matches!(
                    request.search,
                    SearchName::Auto | SearchName::Engine(Engine::Dfs)
                )) =>
        {
            let reason = "--store compact and --store bitstate search depth first: \
                          they take no other --search, no --guide and no --preemptions";
            Some(reason.to_owned())
        }
        _ if request.preemptions.is_some()
            && (request.guide.is_some() || request.search != SearchName::Auto) =>
        {
            let reason = "--preemptions goes through its schedules depth first: \
                          it takes neither --search nor --guide";
            Some(reason.to_owned())
        }
        _ => None,
    }
}

impl Searcher<'_, '_> {
    /// Searches as the arguments say.
    pub fn search(mut self, request: &SearchRequest) -> Searched {
        if let Some(bound) = request.preemptions {
            return self.search_bounded(bound);
        }
        let sketch = match request.store {
            StoreName::Exact => None,
            StoreName::Compact => Some(Sketch::compact()),
            StoreName::Bitstate(bytes) => Some(Sketch::bitstate(bytes as usize)),
        };
        if let Some(sketch) = sketch {
            return self.search_by_hashes(sketch);
        }
        let engine = match (request.search, request.guide) {
            (SearchName::Auto, None) => return self.try_one_after_the_other(),
            (SearchName::Auto, Some(AnyGuide::Distance(_))) => Engine::Astar,
            (SearchName::Auto, Some(_)) => Engine::BestFirst,
            (SearchName::Engine(engine), _) => engine,
        };
        let fits = || self.fitting().first().map(|strategy| strategy.guide)?;
        let guide = engine
            .is_directed()
            .then(|| request.guide.or_else(fits))
            .flatten();
        let strategy = Strategy {
            guide,
            ..Strategy::unguided(engine)
        };
        let options = self.options.clone();
        let outcome = self.run_shared(strategy, &options);
        self.finish(strategy, outcome)
    }

    /// Depth first, with hashes in place of states.
    fn search_by_hashes(mut self, sketch: Sketch) -> Searched {
        self.jobs.use_one("a search by hashes runs on one");
        self.graph.machine.options.reduces = false;
        let mut phase = self.session.phase("searching by hashes");
        let outcome = lossy(self.graph, sketch, &self.options, &mut phase);
        drop(phase);
        self.note_run(Strategy::EXHAUSTIVE, &outcome);
        self.finish(Strategy::EXHAUSTIVE, outcome)
    }

    /// All schedules with at most so many preemptions; all schedules, if that is all of them.
    fn search_bounded(mut self, bound: u32) -> Searched {
        self.jobs.use_one("--preemptions runs on one");
        let options = self.options.clone();
        let (strategy, outcome, is_cut) = self.run_bounded(bound, &options);
        if outcome.end == End::Exhausted && outcome.finding.is_none() && !is_cut {
            let exhaustive = Strategy::EXHAUSTIVE;
            let outcome = self.run(exhaustive, &options);
            return self.finish(exhaustive, outcome);
        }
        self.finish(strategy, outcome)
    }

    /// The search, what came of it, and whether the bound left schedules out.
    fn run_bounded(&mut self, bound: u32, options: &Options) -> (Strategy, Outcome, bool) {
        let strategy = Strategy {
            preemptions: Some(bound),
            ..Strategy::EXHAUSTIVE
        };
        let mut phase = self.session.phase(format!("searching {strategy}"));
        let mut bounded = Bounded::new(self.graph, bound);
        // A circle may have a way out that the bound does not allow.
        let options = Options {
            livelocks: false,
            ..options.clone()
        };
        let outcome = dfs(&mut bounded, &options, &mut phase);
        let is_cut = bounded.is_cut;
        self.note_run(strategy, &outcome);
        (strategy, outcome, is_cut)
    }

    fn note_run(&mut self, strategy: Strategy, outcome: &Outcome) {
        if outcome.stats.states_stored > self.largest.states_stored {
            self.largest = outcome.stats;
        }
        self.jobs.note_run(&outcome.stats);
        self.runs.push(RunReport {
            search: strategy.engine.to_string(),
            guide: strategy.guide.map(|guide| guide.to_string()),
            preemptions: strategy.preemptions,
            reduced: strategy == Strategy::EXHAUSTIVE && self.graph.is_reducible(),
            jobs: outcome.stats.jobs,
            states_stored: outcome.stats.states_stored,
            seconds: outcome.stats.seconds,
            end: end_of(outcome.end).into(),
        });
    }

    /// A search of all that is left, on several threads if it can.
    fn run_shared(&mut self, strategy: Strategy, options: &Options) -> Outcome {
        let shared = self.jobs.share(strategy.engine, self.graph, options);
        let Some((order, threads)) = shared else {
            return self.run(strategy, options);
        };
        let mut progress = self.session.phase("searching");
        let outcome = parallel(order, threads, self.graph, options, &mut progress);
        drop(progress);
        self.note_run(strategy, &outcome);
        outcome
    }

    pub(super) fn run(&mut self, strategy: Strategy, options: &Options) -> Outcome {
        let label = match strategy.guide {
            None => "searching".to_owned(),
            Some(_) => format!("searching {strategy}"),
        };
        let mut progress = self.session.phase(label);
        let outcome = match strategy.guide {
            None => run(
                strategy.engine,
                self.graph,
                &mut Unguided,
                options,
                &mut progress,
            ),
            Some(AnyGuide::Preference(guide)) => {
                let mut guide = ProgramGuide::new(guide, options.seed);
                run(
                    strategy.engine,
                    self.graph,
                    &mut guide,
                    options,
                    &mut progress,
                )
            }
            Some(AnyGuide::Distance(name)) => {
                self.run_by_distance(strategy.engine, name, options, &mut progress)
            }
        };
        self.note_run(strategy, &outcome);
        outcome
    }

    fn run_by_distance(
        &mut self,
        engine: Engine,
        name: DistanceName,
        options: &Options,
        progress: &mut Phase<'_>,
    ) -> Outcome {
        let analysis = self.aimed.analysis(engine);
        let started = Instant::now();
        let exclusion = Exclusion::new(self.aimed.aim().exclusive.iter().copied());
        let guide = match DistanceGuide::new(name, analysis) {
            Ok(guide) => Ok(guide),
            Err(reason) => {
                let note = format!("{name} is not possible here, fsm was taken: {reason}");
                self.notes.push(note);
                DistanceGuide::new(DistanceName::Fsm, analysis)
            }
        };
        let mut guide = guide
            .expect("FSM has no bound to exceed")
            .in_place(exclusion);
        if matches!(engine, Engine::Greedy | Engine::Beam { .. }) {
            guide = guide.following_mover();
        }
        let mut report = AnalysisReport {
            seconds: analysis.seconds + started.elapsed().as_secs_f64(),
            functions: analysis.functions,
            operations: analysis.operations,
            ranking_seconds: None,
        };
        let outcome = if self.times_guide {
            let mut timed = Timed::new(&mut guide);
            let outcome = run(engine, self.graph, &mut timed, options, progress);
            report.ranking_seconds = Some(timed.spent.as_secs_f64());
            outcome
        } else {
            run(engine, self.graph, &mut guide, options, progress)
        };
        self.analysis = Some(report);
        outcome
    }

    /// Directed searches to be tried, the first one first.
    fn fitting(&self) -> Vec<Strategy> {
        let efca = AnyGuide::Distance(DistanceName::Efca);
        let by_distance =
            [Engine::Astar, Engine::BestFirst].map(|engine| Strategy::guided(engine, efca));
        if self.aimed.aim().is_named {
            return by_distance.to_vec();
        }
        let by_preference =
            |guide| Strategy::guided(Engine::BestFirst, AnyGuide::Preference(guide));
        let guides = fitting(self.graph.machine.program).into_iter();
        guides.map(by_preference).collect()
    }

    fn finish(mut self, strategy: Strategy, outcome: Outcome) -> Searched {
        self.notes.extend(self.jobs.note());
        let mut without_effect = Vec::new();
        if let Some(guide @ AnyGuide::Distance(_)) = strategy.guide
            && outcome.stats.states_stored > 1
            && !outcome.effect.first
        {
            without_effect.push(guide.to_string());
        }
        if let Some(AnyGuide::Preference(GuideName { first, second })) = strategy.guide
            && outcome.stats.states_stored > 1
        {
            if !outcome.effect.first {
                without_effect.push(first.name().to_owned());
            }
            if let Some(second) = second
                && !outcome.effect.second
            {
                without_effect.push(second.name().to_owned());
            }
        }
        Searched {
            outcome,
            strategy,
            runs: self.runs,
            without_effect,
            analysis: self.analysis,
            notes: self.notes,
        }
    }
}

/// A program with more threads than this may start them without end.
const FEW_THREADS: u32 = 64;
/// States within which an error that needs few threads of many is looked for.
const NEAR: u64 = 4_000;
/// States of the first search; a program with fewer is simply exhausted.
const FIRST_BUDGET: u64 = 50_000;
/// Most errors need few preemptions. States of each search for them.
const FEW_PREEMPTIONS: u32 = 2;
const PREEMPTION_BUDGET: u64 = 10_000;
/// States of each directed search in its first turn: one costs several times as much as depth first.
const FIRST_TURN: u64 = 2_500;

impl Searcher<'_, '_> {
    /// Small programs are exhausted depth first. Otherwise few preemptions and each guide that fits are
    /// tried with a budget of states; then the exhaustive search goes through what is left, and directed
    /// searches with growing budgets have their turns beside it. What exhausts the states or finds an
    /// error ends it, so the verdict is that of an exhaustive search.
    fn try_one_after_the_other(mut self) -> Searched {
        let mut directed = self.fitting();
        directed.extend(self.toward_failures());
        let mut turns = Turns {
            directed,
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
        let may_go_on = is_reducible || !turns.directed.is_empty();
        // What is small is exhausted before it pays to find out which steps are independent.
        self.graph.machine.options.reduces = false;
        if let Some(decided) = self.scout(turns.started, &mut turns.best) {
            return decided;
        }
        // The exhaustive search has come to a limit of the user's.
        let mut given_up = None;
        let budget = may_go_on.then_some(FIRST_BUDGET);
        match self.dive(exhaustive, budget, turns.started) {
            Dive::Found(strategy, outcome) => return (strategy, outcome),
            Dive::TooDeep => {}
            Dive::Over(mut outcome) => match self.standing(&outcome) {
                Standing::Final => return (exhaustive, outcome),
                Standing::OutOfBudget => keep_shorter(&mut turns.best, &mut outcome),
                Standing::OutOfLimits => {
                    keep_shorter(&mut turns.best, &mut outcome);
                    given_up = Some(outcome);
                }
            },
        }
        let budget = given_up.is_none().then_some(turns.budget);
        let decided = self
            .try_few_preemptions(turns)
            .or_else(|| self.try_directed(turns, budget, 0));
        if let Some(decided) = decided {
            return decided;
        }
        turns.grow();
        let mut reduces =
            is_reducible && (given_up.is_some() || self.reduction_pays(turns.started));
        if let Some(outcome) = given_up.take_if(|_| !is_reducible) {
            return (exhaustive, outcome);
        }
        loop {
            self.graph.machine.options.reduces = reduces;
            let (mut outcome, decided) = self.exhaust_in_turns(turns);
            if let Some(decided) = decided {
                return decided;
            }
            if self.standing(&outcome) != Standing::OutOfLimits {
                return (exhaustive, outcome);
            }
            keep_shorter(&mut turns.best, &mut outcome);
            if let Some(decided) = self.try_directed(turns, None, 0) {
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
            decided: None,
        };
        let mut graph = InTurns(beside, PhantomData);
        let outcome = match shared {
            Some((order, threads)) => parallel(order, threads, &mut graph, &options, &mut progress),
            None => dfs(&mut graph, &options, &mut progress),
        };
        let decided = graph.0.decided;
        self.note_run(Strategy::EXHAUSTIVE, &outcome);
        (outcome, decided)
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
            let mut options = self.within(budget, turns.started.elapsed());
            let limits = &mut options.limits;
            limits.memory_bytes = limits.memory_bytes.map(|most| most.saturating_sub(taken));
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
    fn try_few_preemptions(&mut self, turns: &mut Turns) -> Option<(Strategy, Outcome)> {
        for bound in 0..=FEW_PREEMPTIONS {
            let options = self.within(Some(PREEMPTION_BUDGET), turns.started.elapsed());
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
}

/// The exhaustive search of a searcher, and directed ones beside it.
struct Beside<'s, 'a, 'p> {
    searcher: &'s mut Searcher<'a, 'p>,
    turns: &'s mut Turns,
    /// A directed search that has decided.
    decided: Option<(Strategy, Outcome)>,
}

impl<'p> Player<'p> for Beside<'_, '_, 'p> {
    fn graph(&self) -> &ProgramGraph<'p> {
        self.searcher.graph
    }

    fn graph_mut(&mut self) -> &mut ProgramGraph<'p> {
        self.searcher.graph
    }

    fn pause(&mut self, edges: u64, bytes: usize) -> ControlFlow<(), u64> {
        if edges >= self.turns.due() {
            let budget = Some(self.turns.budget);
            self.decided = self.searcher.try_directed(self.turns, budget, bytes);
            if self.decided.is_some() {
                return ControlFlow::Break(());
            }
            self.turns.grow();
        }
        ControlFlow::Continue(self.turns.due())
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
