//! Checks a program in all schedules: searches, shortens what was found, and judges.

mod fallback;
mod jobs;
mod keeping;
mod portfolio;
mod probe;
mod saving;
mod scout;
mod strategy;
mod subject;
mod timed;
mod trials;
mod turns;

use std::path::{Path, PathBuf};

use trailhound_frontend::Compiled;
use trailhound_machine::{Choice, FinalStates, MemoryModel, Problem, Unfollowed};
use trailhound_program::Locals;
use trailhound_search::Engine;
use trailhound_trail::{self as trail, MachineRequest, ProgramRequest, Promise, Reached};

use crate::advice::advise;
use crate::aim::{Aim, Aimed};
use crate::caveats::{VACUOUS, caveats, races_left_out};
use crate::checkpoints::{Checkpoints, Keeping};
use crate::choices::Tried;
use crate::kept::{Kept, Known, content};
use crate::limits::{is_out_of_bounds, not_exhausted};
use crate::memory::{More, inspections_for_weaker_orders, left_open, more_needed, with_model};
use crate::prepare::{compiled, linked, not_prepared};
use crate::quantity::count;
use crate::reports::preemptions;
use crate::resolve::{Resolved, resolve};
use crate::search_request::{SearchName, SearchRequest, StoreName};
use crate::session::{ResourceLimits, Session};
use crate::sharing::{self, SHARED_AFTER_ALL, Sharing};
use crate::shorten::{as_found, shorten, straightened};
use crate::stronger::stronger_orders;
use crate::telling::{told, with_trail};
use crate::temporal;
use crate::verdict::{Answer, Verdict};
use crate::weak_atomics::WeakAtomics;
use fallback::sample_instead;
use strategy::{Searched, contradiction};
use subject::Subject;

/// A program to be checked in all schedules of its threads. The defaults are those of
/// `trailhound check`.
#[derive(Clone, Debug, Default)]
pub struct Check {
    pub program: ProgramRequest,
    /// What counts, with goals and properties.
    pub machine: MachineRequest,
    pub search: SearchRequest,
    pub limits: ResourceLimits,
    /// Save the search now and then, or go on with one that was saved.
    pub checkpoints: Checkpoints,
    /// Report the content of the globals in every state in which the program has ended.
    pub final_states: bool,
    /// Take a verdict that is known from an earlier check of the same program, and keep this one:
    /// in the cache of compiled programs. The command line does.
    pub use_cache: bool,
}

impl Check {
    /// One Rust file, the root of a crate without dependencies.
    pub fn rust_file(file: impl AsRef<Path>) -> Check {
        Check::of(ProgramRequest::files([file.as_ref().to_owned()]))
    }

    /// C, C++ or LLVM files that belong together.
    pub fn c_files(files: impl IntoIterator<Item = impl Into<PathBuf>>) -> Check {
        Check::of(ProgramRequest::files(files.into_iter().map(Into::into)))
    }

    /// A Cargo package, by its directory or its Cargo.toml.
    pub fn package(directory: impl AsRef<Path>) -> Check {
        Check::of(ProgramRequest::files([directory.as_ref().to_owned()]))
    }

    pub fn of(program: ProgramRequest) -> Check {
        Check {
            program,
            ..Check::default()
        }
    }

    /// Checks the program within its limits.
    pub fn run(&self) -> Verdict {
        self.run_in(&Session::new(self.limits))
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session) -> Verdict {
        if let Some(reason) = contradiction(&self.search) {
            return Verdict::unsupported(reason);
        }
        let is_temporal = self.machine.properties.is_temporal();
        if is_temporal && self.search.store != StoreName::Exact {
            return Verdict::unsupported(
                "--store is for searches for errors, and a formula or an automaton is given",
            );
        }
        if let (true, SearchName::Engine(engine @ (Engine::Random | Engine::Iddfs))) =
            (is_temporal, self.search.search)
        {
            return Verdict::unsupported(format!(
                "`--search {engine}` looks for no cycles, and a formula or an automaton is given: \
                 `sample` looks at random executions, `--search bfs` finds short ones"
            ));
        }
        if is_temporal && self.search.trials.is_some() {
            return Verdict::unsupported(
                "--trials counts what searches for errors find, and a formula or an automaton is given",
            );
        }
        if is_temporal && self.search.preemptions.is_some() {
            return Verdict::unsupported(
                "--preemptions bounds searches for errors, and a formula or an automaton is given",
            );
        }
        if let Some(reason) = self.cannot_be_kept() {
            return Verdict::unsupported(reason);
        }
        let compiled = match compiled(&self.program, session) {
            Ok(compiled) => compiled,
            Err(error) => return not_prepared(error, session),
        };
        let session = &match self.keeping(&compiled, session) {
            Ok(keeping) => session.clone().kept_by(keeping),
            Err(error) => return Verdict::unsupported(error.to_string()),
        };
        let kept = self.kept(&compiled);
        let known = kept.as_ref().and_then(Kept::load);
        if let Some(verdict) = known.as_ref().and_then(Known::proof) {
            return Verdict {
                compile_seconds: compiled.seconds,
                ..verdict
            };
        }
        let functions = &self.machine.properties.functions;
        let prepared = match linked(compiled, &self.program, functions, Locals::InRegisters) {
            Ok(prepared) => prepared,
            Err(error) => return not_prepared(error, session),
        };
        let mut resolved = match resolve(prepared, &self.program, &self.machine) {
            Ok(resolved) => resolved,
            Err(error) => return Verdict::unsupported(error.to_string()),
        };
        if let Some(verdict) = known.and_then(|known| known.error(&resolved, session)) {
            return resolved.timed(verdict);
        }
        if let Some(reason) = self.program_cannot_be_kept(&resolved) {
            return Verdict::unsupported(reason);
        }
        let verdict = self.decide(&mut resolved, session);
        let verdict = keeping::told(resolved.timed(verdict), session);
        if let Some(kept) = kept {
            kept.store(&verdict);
        }
        verdict
    }

    /// Where the verdict on the program is kept, if it is.
    fn kept(&self, compiled: &Compiled) -> Option<Kept> {
        // Who asks for measurements wants to see them made.
        let is_measured = self.search.trials.is_some() || self.search.time_guide;
        let is_resumed = self.checkpoints.resume.is_some();
        if !self.use_cache || is_measured || is_resumed {
            return None;
        }
        let asked = (&self.program, &self.machine, &self.search);
        Kept::open(&(asked, self.final_states), &content(compiled))
    }

    /// Searches the states of a program under the memory model asked for, or under those that it needs.
    pub(crate) fn decide(&self, resolved: &mut Resolved, session: &Session) -> Verdict {
        let weaker = WeakAtomics::of(&resolved.program, &self.machine.memory.trust());
        let more = more_needed(&self.machine, &resolved.program, &weaker);
        let sequential = self.decide_under_one_model(resolved, session, None);
        if sequential.answer != Answer::Ok || more != More::Needed {
            let model = resolved.machine.memory.options().model;
            return with_model(sequential, model, weaker, more.words());
        }
        resolved.machine.memory.model = Some(MemoryModel::C11);
        let inspections = inspections_for_weaker_orders(sequential.inspections);
        // What was established is not saved, and would be established again.
        let unkept = session.clone().kept_by(None);
        let weak = self.decide_under_one_model(resolved, &unkept, Some(inspections));
        let Some(left_open) = left_open(&weak) else {
            return with_model(weak, MemoryModel::C11, weaker, "");
        };
        // What is established stays, whatever became of the rest.
        resolved.machine.memory.model = Some(MemoryModel::Sc);
        let is_final = !(weak.ended_by_limit || session.interrupted());
        let verdict = Verdict {
            is_complete: sequential.is_complete && is_final,
            ..sequential
        };
        with_model(verdict, MemoryModel::Sc, weaker, &left_open)
    }

    /// Searches within so many inspections of steps, if there is such a bound.
    fn decide_under_one_model(
        &self,
        resolved: &Resolved,
        session: &Session,
        inspections: Option<u64>,
    ) -> Verdict {
        let is_temporal = self.machine.properties.is_temporal();
        let (mut verdict, sharing) = match is_temporal {
            true => temporal::check(&self.search, resolved, session),
            false => self.search_states(resolved, session, inspections),
        };
        if is_temporal && self.search.jobs > 1 {
            let reason = "formulas and automata are searched by one";
            let note = jobs::unused(self.search.jobs.into(), reason);
            verdict.notes.push(note);
        }
        if verdict.ended_by_limit {
            verdict.advice = Some(advise(&self.search, resolved, sharing, session));
            let turns = verdict.advice.as_ref().and_then(|seen| seen.turns.as_ref());
            if turns.is_none() {
                verdict.notes.extend(remark_on_length(&verdict));
            }
        }
        if verdict.ended_by_limit && self.search.sample {
            sample_instead(&self.search, resolved, sharing, session, &mut verdict);
        }
        verdict
    }

    fn search_states(
        &self,
        resolved: &Resolved,
        session: &Session,
        inspections: Option<u64>,
    ) -> (Verdict, Sharing) {
        let subject = Subject {
            request: &self.search,
            resolved,
            aimed: Aimed::new(Aim::new(resolved)),
            session,
            inspections,
        };
        let trials = self.search.trials.map(|count| subject.try_seeds(count));
        let seed = trials.as_deref().and_then(trials::best);
        let checking = Checking {
            subject,
            seed: seed.unwrap_or(self.search.seed),
            wants_final_states: self.final_states,
        };
        let (mut verdict, sharing) = checking.conclude();
        let summary = trials.as_deref().map(trials::summary);
        verdict.notes.extend(summary);
        verdict.trials = trials;
        (verdict, sharing)
    }
}

struct Checking<'a> {
    subject: Subject<'a>,
    seed: u64,
    wants_final_states: bool,
}

/// What the search of the graph left behind.
struct Explored {
    searched: Searched,
    found: Option<(Problem, Vec<Choice>)>,
    shortened_from: Option<usize>,
    tried: Tried,
    is_vacuous: bool,
    caveats: Vec<String>,
    unfollowed: Option<Unfollowed>,
    missed_escape: bool,
    final_states: Option<FinalStates>,
    threads: u32,
    inspections: u64,
}

impl sharing::Explored for Explored {
    fn missed_escape(&self) -> bool {
        self.missed_escape
    }

    /// A trail shows that there is an error, but not that there is no way out of a circle.
    fn is_certain(&self) -> bool {
        let found = self.found.as_ref();
        found.is_some_and(|(problem, _)| !matches!(problem, Problem::Endless { .. }))
    }
}

impl Checking<'_> {
    fn conclude(&self) -> (Verdict, Sharing) {
        let (explored, sharing) =
            sharing::explore(self.subject.session, self.first_sharing(), |sharing| {
                self.search(sharing)
            });
        let mut verdict = self.judge(&explored, sharing);
        if sharing == Sharing::Everything {
            verdict.notes.insert(0, SHARED_AFTER_ALL.to_owned());
        }
        let Explored {
            searched,
            tried,
            caveats,
            final_states,
            threads,
            inspections,
            ..
        } = explored;
        verdict.final_states = final_states.map(|finals| finals.lines.into_iter().collect());
        verdict.stats = Some(searched.outcome.stats);
        verdict.threads = Some(threads);
        verdict.inspections = inspections;
        verdict.strategy = Some(searched.strategy);
        verdict.runs = searched.runs;
        if verdict.runs.len() < 2 {
            verdict.runs.clear();
        }
        verdict.without_effect = searched.without_effect;
        verdict.analysis = searched.analysis;
        verdict.notes.extend(searched.notes);
        if verdict.answer != Answer::Error {
            verdict.notes.extend(caveats);
        }
        verdict.notes.extend(remark(&verdict));
        let resolved = self.subject.resolved;
        verdict.granularity = Some(resolved.machine.granularity);
        verdict.notes.extend(tried.notes(&resolved.program));
        verdict.values = tried.some_values.then(|| resolved.values.clone());
        (verdict, sharing)
    }

    /// Which memory the first search takes to be shared: as much as the one that is resumed.
    fn first_sharing(&self) -> Sharing {
        let keeping = self.subject.session.keeping();
        match keeping.is_some_and(Keeping::shares_everything) {
            true => Sharing::Everything,
            false => Sharing::Tracked,
        }
    }

    fn search(&self, sharing: Sharing) -> Explored {
        let Subject {
            request, session, ..
        } = self.subject;
        let mut graph = self.subject.graph(sharing);
        graph.final_states = self.wants_final_states.then(FinalStates::default);
        if let Some(keeping) = session.keeping()
            && !keeping.begin(&mut graph)
        {
            session.interrupt().request();
        }
        let options = self.subject.options(self.seed);
        let mut searched = self
            .subject
            .run(&mut graph, &options, request.jobs, session);
        let inspections = graph.inspections();
        graph.bound_inspections(None);
        let mut shortened_from = None;
        if searched.strategy.engine != Engine::Bfs && request.shorten {
            let mut phase = session.phase("shortening the trail");
            shortened_from = shorten(&mut graph, &options, &mut searched.outcome, &mut phase);
        }
        let found = searched.outcome.finding.as_ref();
        let found = found.map(|found| match request.shorten {
            true => straightened(&mut graph, found),
            false => as_found(&graph, found),
        });
        let final_states = graph.final_states.take();
        Explored {
            searched,
            found,
            shortened_from,
            tried: Tried::by(&graph.machine),
            is_vacuous: graph.is_vacuous(),
            caveats: caveats(&graph)
                .into_iter()
                .chain(races_left_out(&graph))
                .collect(),
            unfollowed: graph.machine.unfollowed.clone(),
            missed_escape: graph.machine.memory.missed_escape,
            threads: graph.machine.thread_count(),
            final_states,
            inspections,
        }
    }

    fn judge(&self, explored: &Explored, sharing: Sharing) -> Verdict {
        let resolved = self.subject.resolved;
        let outcome = &explored.searched.outcome;
        let unfinished = not_exhausted(outcome, self.subject.session);
        if let Some((problem, choices)) = &explored.found {
            let shortened_from = explored.shortened_from;
            let mut verdict = self.tell(problem, choices.clone(), shortened_from, sharing);
            verdict.is_complete = unfinished.is_none();
            if let (Answer::Error, Some(reason)) = (verdict.answer, unfinished) {
                let note = format!("there may be worse errors: {reason}");
                verdict.notes.push(note);
            } else if resolved.seeks_goals() && !problem.is_goal() {
                let note = "no schedule comes to what was asked for; this was met on the way";
                verdict.notes.push(note.to_owned());
            }
            return verdict;
        }
        if let Some(reason) = unfinished {
            return Verdict {
                ended_by_limit: is_out_of_bounds(outcome),
                ..Verdict::undecided(reason)
            };
        }
        if let Some(bound) = explored.searched.strategy.preemptions {
            let bound = preemptions(bound);
            return Verdict::undecided(format!(
                "no error with {bound}; schedules with more were not looked at"
            ));
        }
        if let Some(unfollowed) = &explored.unfollowed {
            return Verdict::undecided(unfollowed.to_string());
        }
        if let Some(left_out) = explored.tried.left_out(resolved.values.len()) {
            return Verdict::undecided(format!("no error was found, but {left_out}"));
        }
        Verdict {
            reason: explored.is_vacuous.then(|| VACUOUS.to_owned()),
            is_complete: true,
            ..Verdict::new(Answer::Ok)
        }
    }

    fn tell(
        &self,
        problem: &Problem,
        choices: Vec<Choice>,
        shortened_from: Option<usize>,
        sharing: Sharing,
    ) -> Verdict {
        let resolved = self.subject.resolved;
        let options = resolved.options(sharing);
        let promise = Promise::of(problem);
        let races = resolved.machine.races;
        self.subject.session.answer_is_known();
        // On a machine that knows nothing of the search, as a replay would.
        let Resolved { program, names, .. } = resolved;
        let Reached { problem, lap } = trail::reach(program, &options, races, &choices, promise)
            .unwrap_or_else(|error| panic!("a trail does not lead where it was found: {error}"));
        let report = trail::replay_lap(program, names, &options, &choices, &lap, &problem);
        let stronger = stronger_orders(program, &options, races, &choices, &problem);
        let choices = [choices, lap].concat();
        let mut verdict = told(&problem, report, choices, shortened_from);
        verdict.notes.extend(stronger);
        with_trail(resolved, sharing, verdict)
    }
}

/// An execution that is longer than this does not look as if it came to an end.
const LONG: u64 = 20_000;

/// What a user may not have meant.
fn remark(verdict: &Verdict) -> Option<String> {
    let stats = verdict.stats?;
    let remark = match verdict.answer {
        Answer::Ok if stats.transitions == 0 && verdict.reason.is_none() => {
            "the program ends without having started a thread; \
             arguments for it are given behind `--`"
                .to_owned()
        }
        _ => return None,
    };
    Some(remark)
}

/// What to say of a very long execution in which no loop was seen.
fn remark_on_length(verdict: &Verdict) -> Option<String> {
    let depth = verdict.stats?.depth;
    (depth > LONG).then(|| {
        format!(
            "one execution has {} steps by now: a loop that counts without end has no end of \
             states; bound it where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined",
            count(depth)
        )
    })
}
