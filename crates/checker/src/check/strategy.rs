//! Which engine goes through the states, led by which guide: what the user asked for, or a
//! portfolio of them. It does not know what is done with the answer.

use std::time::{Duration, Instant};

use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_guide::{AnyGuide, GuideName, ProgramGuide, fitting};
use trailhound_machine::{Exclusion, ProgramGraph};
use trailhound_search::{
    End, Engine, Found, LimitKind, Limits, Options, Outcome, Unguided, dfs, run,
};

use super::timed::Timed;
use crate::aim::Aimed;
use crate::preemptions::Bounded;
use crate::reports::{AnalysisReport, RunReport, Strategy, end_of};
use crate::search_request::{SearchName, SearchRequest};
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
    pub session: &'a Session,
    pub runs: Vec<RunReport>,
}

/// Why the arguments do not go together, if they do not.
pub fn contradiction(request: &SearchRequest) -> Option<String> {
    match (request.search, request.guide) {
        (SearchName::Engine(engine), Some(guide)) if !engine.is_directed() => Some(format!(
            "`--search {engine}` asks no guide, but `--guide {guide}` is given: \
             best-first, greedy, beam, astar and wastar do"
        )),
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
        let outcome = self.run(strategy, &options);
        self.finish(strategy, outcome)
    }

    /// All schedules with at most so many preemptions; all schedules, if that is all of them.
    fn search_bounded(mut self, bound: u32) -> Searched {
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
        self.runs.push(RunReport {
            search: strategy.engine.to_string(),
            guide: strategy.guide.map(|guide| guide.to_string()),
            preemptions: strategy.preemptions,
            reduced: strategy == Strategy::EXHAUSTIVE && self.graph.is_reducible(),
            states_stored: outcome.stats.states_stored,
            seconds: outcome.stats.seconds,
            end: end_of(outcome.end).into(),
        });
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

    fn finish(self, strategy: Strategy, outcome: Outcome) -> Searched {
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
/// The time that a search with reduction gets at least, and how many times that of the search
/// without: where little is independent, a state costs many times as much.
const SHORTEST_REDUCTION: Duration = Duration::from_secs(2);
const REDUCTION_FACTOR: u32 = 2;
/// Most errors need few preemptions.
const FEW_PREEMPTIONS: u32 = 2;
/// Each round has so many times the states of the one before. All rounds together then
/// cost a third more than the last one.
const GROWTH: u64 = 4;

impl Searcher<'_, '_> {
    /// Depth first and with each guide that fits, with a budget of states that grows from
    /// round to round. What exhausts the states or finds an error ends it, so the verdict
    /// is that of an exhaustive search.
    fn try_one_after_the_other(mut self) -> Searched {
        let started = Instant::now();
        let mut best = None;
        let (strategy, mut outcome) = self.decide(started, &mut best);
        if outcome.end != End::Found {
            keep_shorter(&mut best, &mut outcome);
            outcome.finding = best;
        }
        outcome.stats.seconds = started.elapsed().as_secs_f64();
        self.finish(strategy, outcome)
    }

    /// `best` is the shortest trail to a weak error that was met on the way.
    fn decide(&mut self, started: Instant, best: &mut Option<Found>) -> (Strategy, Outcome) {
        let exhaustive = Strategy::EXHAUSTIVE;
        let mut directed = self.fitting();
        directed.extend(self.toward_failures());
        let mut budget = FIRST_BUDGET;
        // The exhaustive search has come to a limit of the user's.
        let mut given_up = None;
        let mut dive = None;
        // The time that the last search with reduction had.
        let mut reduced_for = Duration::ZERO;
        let is_reducible = self.graph.is_reducible();
        let mut may_reduce = is_reducible;
        // What is small is exhausted before it pays to find out which steps are independent.
        self.graph.machine.options.reduces = false;
        if let Some(decided) = self.scout(started, best) {
            return decided;
        }
        let may_go_on = is_reducible || !directed.is_empty();
        match self.dive(exhaustive, may_go_on.then_some(budget), started) {
            Dive::Over(outcome) => dive = Some(outcome),
            Dive::Found(strategy, outcome) => return (strategy, outcome),
            Dive::TooDeep => {}
        }
        loop {
            let mut spent = Duration::ZERO;
            if given_up.is_none() {
                let may_go_on = is_reducible || !directed.is_empty();
                let options = self.within(may_go_on.then_some(budget), started.elapsed());
                let outcome = match dive.take() {
                    Some(outcome) => outcome,
                    None => self.run(exhaustive, &options),
                };
                spent = Duration::from_secs_f64(outcome.stats.seconds);
                match self.standing(&outcome) {
                    Standing::Final => return (exhaustive, outcome),
                    Standing::OutOfBudget => keep_shorter(best, &mut { outcome }),
                    Standing::OutOfLimits => given_up = Some(outcome),
                }
            }
            let time = SHORTEST_REDUCTION.max(spent * REDUCTION_FACTOR);
            if may_reduce && time >= 2 * reduced_for {
                reduced_for = time;
                match self.try_reduction(Some(time), started, best) {
                    Ok(outcome) => return (exhaustive, outcome),
                    Err(limit) => may_reduce = limit == LimitKind::Time,
                }
            }
            if budget == FIRST_BUDGET
                && let Some(decided) = self.try_few_preemptions(budget, started, best)
            {
                return decided;
            }
            for strategy in directed.clone() {
                let own = given_up.is_none().then_some(budget);
                let options = self.within(own, started.elapsed());
                let mut outcome = self.run(strategy, &options);
                let standing = self.standing(&outcome);
                if standing == Standing::Final {
                    return (strategy, outcome);
                }
                keep_shorter(best, &mut outcome);
                if standing == Standing::OutOfLimits || !outcome.effect.first {
                    directed.retain(|other| *other != strategy);
                }
            }
            if directed.is_empty()
                && let Some(mut outcome) = given_up
            {
                // Fewer states are stored where orders are left out.
                if may_reduce && let Ok(reduced) = self.try_reduction(None, started, best) {
                    outcome = reduced;
                }
                return (exhaustive, outcome);
            }
            budget = budget.saturating_mul(GROWTH);
        }
    }

    /// Depth first while there are few threads. In a program that starts ever more of them, an
    /// error that needs few is near, and not in the depth: then it is looked for breadth first.
    fn dive(&mut self, exhaustive: Strategy, budget: Option<u64>, started: Instant) -> Dive {
        self.graph.bound_threads(Some(FEW_THREADS));
        let options = self.within(budget, started.elapsed());
        let outcome = self.run(exhaustive, &options);
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
            End::Found | End::Interrupted | End::Limit(LimitKind::Time) => {
                Dive::Found(strategy, outcome)
            }
            End::Exhausted | End::Limit(_) => Dive::TooDeep,
        }
    }

    /// The exhaustive search with reduction, for so long; the limit that it has come to, if it may
    /// not go on.
    fn try_reduction(
        &mut self,
        time: Option<Duration>,
        started: Instant,
        best: &mut Option<Found>,
    ) -> Result<Outcome, LimitKind> {
        let mut options = self.within(None, started.elapsed());
        let limits = &mut options.limits;
        limits.time = limits.time.into_iter().chain(time).min();
        self.graph.machine.options.reduces = true;
        let mut outcome = self.run(Strategy::EXHAUSTIVE, &options);
        self.graph.machine.options.reduces = false;
        match outcome.end {
            End::Limit(limit) if self.session.budget().is_late().is_none() => {
                keep_shorter(best, &mut outcome);
                Err(limit)
            }
            _ => Ok(outcome),
        }
    }

    /// Schedules with 0, 1 and 2 preemptions, within so many states each.
    fn try_few_preemptions(
        &mut self,
        budget: u64,
        started: Instant,
        best: &mut Option<Found>,
    ) -> Option<(Strategy, Outcome)> {
        for bound in 0..=FEW_PREEMPTIONS {
            let options = self.within(Some(budget), started.elapsed());
            let (strategy, mut outcome, _) = self.run_bounded(bound, &options);
            match outcome.end {
                End::Found | End::Interrupted | End::Limit(LimitKind::Time) => {
                    return Some((strategy, outcome));
                }
                End::Exhausted => keep_shorter(best, &mut outcome),
                End::Limit(_) => {
                    keep_shorter(best, &mut outcome);
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
