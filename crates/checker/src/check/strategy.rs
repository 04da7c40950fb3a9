//! Which engine goes through the states, led by which guide, as the user asked for. It does not know what is done with
//! the answer.

use trailhound_guide::distance::DistanceName;
use trailhound_guide::{AnyGuide, GuideName, ProgramGuide};
use trailhound_host::available_memory;
use trailhound_machine::ProgramGraph;
use trailhound_search::{
    End, Engine, Options, Outcome, Sketch, Stats, Unguided, bfs_kept, dfs, dfs_kept, lossy,
    parallel, run,
};

use super::jobs::Jobs;
use super::timed::Timed;
use crate::aim::Aimed;
use crate::checkpoints::Keeping;
use crate::guides::{ByDistance, asked_for, by_distance, directed_searches};
use crate::preemptions::Bounded;
use crate::reports::{AnalysisReport, RunReport, Strategy};
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
        let program = self.graph.machine.program;
        let Some(strategy) = asked_for(request, self.aimed, program) else {
            return self.try_one_after_the_other();
        };
        let options = self.options.clone();
        let outcome = match self.session.keeping() {
            Some(keeping) => self.run_kept(keeping, strategy, &options),
            None => self.run_shared(strategy, &options),
        };
        self.finish(strategy, outcome)
    }

    /// An exhaustive search with checkpoints.
    fn run_kept(&mut self, keeping: &Keeping, strategy: Strategy, options: &Options) -> Outcome {
        let mut progress = self.session.phase("searching");
        let mut keeper = keeping.keeper();
        let search = match strategy.engine {
            Engine::Bfs => bfs_kept,
            _ => dfs_kept,
        };
        let outcome = search(self.graph, options, &mut progress, &mut keeper);
        drop(progress);
        self.note_run(strategy, &outcome);
        outcome
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
    pub(super) fn run_bounded(
        &mut self,
        bound: u32,
        options: &Options,
    ) -> (Strategy, Outcome, bool) {
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

    pub(super) fn note_run(&mut self, strategy: Strategy, outcome: &Outcome) {
        if outcome.stats.states_stored > self.largest.states_stored {
            self.largest = outcome.stats;
        }
        self.jobs.note_run(&outcome.stats);
        self.runs.push(RunReport {
            reduced: strategy == Strategy::EXHAUSTIVE && self.graph.is_reducible(),
            ..RunReport::of(strategy, outcome)
        });
    }

    /// A search of all that is left, on several threads if it can.
    pub(super) fn run_shared(&mut self, strategy: Strategy, options: &Options) -> Outcome {
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
        let ByDistance {
            mut guide,
            mut report,
            note,
        } = by_distance(self.aimed, engine, name);
        self.notes.extend(note);
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
    pub(super) fn fitting(&self) -> Vec<Strategy> {
        directed_searches(self.aimed, self.graph.machine.program)
    }

    pub(super) fn finish(mut self, strategy: Strategy, outcome: Outcome) -> Searched {
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
