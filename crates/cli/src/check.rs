//! `trailhound check`: compile, search, tell.

use std::process::ExitCode;
use std::time::Duration;

use anstream::ColorChoice;
use trailhound_frontend::FrontendError;
use trailhound_host::write_whole;
use trailhound_machine::{Fault, FinalStates, Machine, Problem, ProgramGraph};
use trailhound_program::Program;
use trailhound_search::{
    self as search, Budget, End, Engine, LimitKind, Limits, Outcome, Stop, Weight,
};
use trailhound_trail::{
    self as trail, ExpectedError, MachineSetup, ProgramSetup, Promise, Reached, Report, Trail,
};

use crate::args::{CheckArguments, SearchArguments, SearchName};
use crate::caveats::{VACUOUS, caveats};
use crate::choices::Tried;
use crate::conclusion::{Conclusion, Found, Verdict};
use crate::fallback::sample_instead;
use crate::flow;
use crate::goals::{self, Aim, Aimed};
use crate::guard;
use crate::prepare::{PrepareError, Prepared, prepare_for, values_for};
use crate::progress::Progress;
use crate::properties;
use crate::quantity::count;
use crate::report::Printer;
use crate::shorten::{as_found, shorten, straightened};
use crate::strategy::{Searched, Searcher, contradiction};
use crate::temporal;
use crate::trials;

pub fn check(arguments: &CheckArguments, colour: ColorChoice) -> ExitCode {
    guard::limit(arguments.search.limits.given(), &arguments.output, colour);
    let conclusion = conclude(arguments);
    Printer::new(&arguments.output, colour).print(&conclusion)
}

fn conclude(arguments: &CheckArguments) -> Conclusion {
    if let Some(reason) = contradiction(&arguments.search) {
        return Conclusion::unsupported(reason);
    }
    let setup = arguments.program.setup();
    let mut machine = arguments.machine.setup();
    machine.goals = arguments.goals.setup();
    machine.properties = match arguments.properties.setup() {
        Ok(properties) => properties,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let mut prepared = match prepare_for(&setup, setup.files.clone(), &machine.properties) {
        Ok(prepared) => prepared,
        Err(error) => return not_prepared(error),
    };
    if let Err(refusal) = aim(&mut prepared, &mut machine) {
        return *refusal;
    }
    if arguments.machine.values.is_none() {
        machine.values = values_for(&prepared.program);
    }
    if machine.properties.is_temporal() && arguments.search.trials.is_some() {
        let reason =
            "--trials counts what searches for errors find, and a formula or an automaton is given";
        return Conclusion::unsupported(reason);
    }
    if machine.properties.is_temporal() {
        let mut conclusion = temporal::check(arguments, &prepared, &setup, &mut machine);
        if conclusion.ended_by_limit && !arguments.search.no_sampling {
            sample_instead(arguments, &prepared, &setup, &mut machine, &mut conclusion);
        }
        conclusion.compile_seconds = prepared.compile_seconds;
        conclusion.link_seconds = prepared.link_seconds;
        return conclusion;
    }
    if arguments.dot.is_some() {
        let reason = "--dot shows an automaton: neither --ltl nor --automaton is given";
        return Conclusion::unsupported(reason);
    }
    let mut checking = Checking {
        arguments,
        prepared: &prepared,
        subject: Subject {
            arguments: &arguments.search,
            program: &prepared.program,
            aimed: Aimed::new(Aim::new(&prepared.program, &machine)),
            setup: setup.clone(),
        },
        setup,
        machine,
        seed: arguments.search.seed,
    };
    let trials = arguments
        .search
        .trials
        .map(|count| checking.try_seeds(count));
    let mut conclusion = checking.conclude();
    conclusion
        .notes
        .extend(trials.as_deref().map(trials::summary));
    conclusion.trials = trials;
    if conclusion.ended_by_limit && !arguments.search.no_sampling {
        let Checking { setup, machine, .. } = &mut checking;
        sample_instead(arguments, &prepared, setup, machine, &mut conclusion);
    }
    conclusion.compile_seconds = prepared.compile_seconds;
    conclusion.link_seconds = prepared.link_seconds;
    conclusion
}

/// Finds in the program what goals and properties name.
pub fn aim(prepared: &mut Prepared, machine: &mut MachineSetup) -> Result<(), Box<Conclusion>> {
    let refused = |text: String| Box::new(Conclusion::unsupported(text));
    let Prepared { program, names, .. } = prepared;
    properties::mark(program, machine).map_err(|error| refused(error.to_string()))?;
    flow::mark(program, machine).map_err(refused)?;
    goals::mark(program, machine).map_err(|error| refused(error.to_string()))?;
    properties::resolve(program, names, machine).map_err(|error| refused(error.to_string()))
}

/// What to say when there is no program to check.
pub fn not_prepared(error: PrepareError) -> Conclusion {
    if guard::interrupted() {
        let reason = Some("interrupted before the search began".to_owned());
        return Conclusion {
            reason,
            ..Conclusion::new(Verdict::Undecided)
        };
    }
    match error {
        PrepareError::Frontend(FrontendError::CompileFailed { compiler, output }) => Conclusion {
            compiler_output: Some(output.trim_end().to_owned()),
            ..Conclusion::unsupported(format!("the program does not compile with {compiler}"))
        },
        other => Conclusion::unsupported(other.to_string()),
    }
}

/// What is searched. Searches on several threads may share it.
pub struct Subject<'a> {
    arguments: &'a SearchArguments,
    program: &'a Program,
    aimed: Aimed<'a>,
    setup: ProgramSetup,
}

impl Subject<'_> {
    /// The states of the program, none of them met yet.
    pub fn graph(&self, machine: &MachineSetup) -> ProgramGraph<'_> {
        let options = machine.options(&self.setup);
        let machine_of_search = Machine::new(self.program, options).within(budget(self.arguments));
        ProgramGraph::new(machine_of_search, machine.races.into())
    }

    pub fn options(&self, seed: u64) -> search::Options {
        search::Options {
            limits: limits(self.arguments),
            stop_at: Weight::Strong,
            seed,
            livelocks: true,
        }
    }

    /// Searches once, without a look at what is found.
    pub fn run<'p>(
        &'p self,
        graph: &mut ProgramGraph<'p>,
        options: &search::Options,
        quiet: bool,
    ) -> Searched {
        let searcher = Searcher {
            graph,
            aimed: &self.aimed,
            analysis: None,
            notes: Vec::new(),
            times_guide: self.arguments.time_guide,
            options: options.clone(),
            quiet,
            runs: Vec::new(),
        };
        searcher.search(self.arguments)
    }
}

pub struct Checking<'a> {
    arguments: &'a CheckArguments,
    prepared: &'a Prepared,
    pub subject: Subject<'a>,
    setup: ProgramSetup,
    pub machine: MachineSetup,
    pub seed: u64,
}

/// What the search of the graph left behind.
struct Explored {
    searched: Searched,
    found: Option<(Problem, Vec<(u32, u32)>)>,
    shortened_from: Option<usize>,
    tried: Tried,
    is_vacuous: bool,
    caveats: Option<String>,
    threads_left_out: bool,
    missed_escape: bool,
    final_states: Option<FinalStates>,
}

impl Checking<'_> {
    fn conclude(&mut self) -> Conclusion {
        let mut notes = Vec::new();
        let mut explored = self.search();
        // A trail shows that there is an error, but not that there is no way out of a circle.
        let is_certain = |(problem, _): &(Problem, _)| !matches!(problem, Problem::Endless { .. });
        let is_decided = explored.found.as_ref().is_some_and(is_certain);
        if explored.missed_escape && !is_decided && !guard::interrupted() {
            notes.push(
                "a thread reached memory that was taken for another thread's own: \
                 searched again with all memory taken as shared"
                    .to_owned(),
            );
            self.machine.share_everything = true;
            explored = self.search();
        }
        let mut conclusion = self.judge(&explored);
        conclusion.notes.splice(0..0, notes);
        if let (Some(path), Some(finals)) = (&self.arguments.final_states, &explored.final_states) {
            let text: String = finals
                .lines
                .iter()
                .map(|line| format!("{line}\n"))
                .collect();
            if let Err(cause) = write_whole(path, text.as_bytes()) {
                conclusion.notes.push(format!(
                    "the final states could not be written to `{}`: {cause}",
                    path.display()
                ));
            }
        }
        conclusion.stats = Some(explored.searched.outcome.stats);
        conclusion.strategy = Some(explored.searched.strategy);
        conclusion.runs = explored.searched.runs;
        if conclusion.runs.len() < 2 {
            conclusion.runs.clear();
        }
        conclusion.without_effect = explored.searched.without_effect;
        conclusion.analysis = explored.searched.analysis;
        conclusion.notes.extend(explored.searched.notes);
        if conclusion.verdict != Verdict::Error {
            conclusion.notes.extend(explored.caveats);
        }
        conclusion.notes.extend(remark(&conclusion));
        conclusion.granularity = Some(self.machine.granularity);
        conclusion
            .notes
            .extend(explored.tried.notes(&self.prepared.program));
        let some_values = explored.tried.some_values;
        conclusion.values = some_values.then(|| self.machine.values.clone());
        conclusion
    }

    fn search(&self) -> Explored {
        let arguments = &self.arguments.search;
        let mut graph = self.subject.graph(&self.machine);
        graph.final_states = self
            .arguments
            .final_states
            .is_some()
            .then(FinalStates::default);
        let options = self.subject.options(self.seed);
        let quiet = self.arguments.output.quiet;
        let mut searched = self.subject.run(&mut graph, &options, quiet);
        let mut shortened_from = None;
        if searched.strategy.engine != Engine::Bfs && !arguments.no_shorten {
            let mut progress = Progress::new("shortening the trail", quiet);
            shortened_from = shorten(&mut graph, &options, &mut searched.outcome, &mut progress);
        }
        let found = searched.outcome.finding.as_ref();
        let found = found.map(|found| match arguments.no_shorten {
            true => as_found(&graph, found),
            false => straightened(&mut graph, found),
        });
        let final_states = graph.final_states.take();
        Explored {
            searched,
            found,
            shortened_from,
            tried: Tried::by(&graph.machine),
            is_vacuous: graph.is_vacuous(),
            caveats: caveats(&graph),
            threads_left_out: graph.machine.threads_left_out,
            missed_escape: graph.machine.memory.missed_escape,
            final_states,
        }
    }

    fn judge(&self, explored: &Explored) -> Conclusion {
        let unfinished = not_exhausted(&explored.searched.outcome);
        if let Some((problem, choices)) = &explored.found {
            let mut conclusion = self.tell(problem, choices.clone(), explored.shortened_from);
            if let (Verdict::Error, Some(reason)) = (conclusion.verdict, unfinished) {
                let note = format!("there may be worse errors: {reason}");
                conclusion.notes.push(note);
            } else if self.machine.options(&self.setup).goals_only && !problem.is_goal() {
                let note = "no schedule comes to what was asked for; this was met on the way";
                conclusion.notes.push(note.to_owned());
            }
            return conclusion;
        }
        let undecided = |reason: String| Conclusion {
            reason: Some(reason),
            ..Conclusion::new(Verdict::Undecided)
        };
        if let Some(reason) = unfinished {
            return Conclusion {
                ended_by_limit: is_out_of_bounds(&explored.searched.outcome),
                ..undecided(reason)
            };
        }
        if explored.threads_left_out {
            return undecided(TOO_MANY_THREADS.to_owned());
        }
        if let Some(left_out) = explored.tried.left_out(self.machine.values.len()) {
            return undecided(format!("no error was found, but {left_out}"));
        }
        Conclusion {
            reason: explored.is_vacuous.then(|| VACUOUS.to_owned()),
            ..Conclusion::new(Verdict::Ok)
        }
    }

    fn tell(
        &self,
        problem: &Problem,
        choices: Vec<(u32, u32)>,
        shortened_from: Option<usize>,
    ) -> Conclusion {
        let options = self.machine.options(&self.setup);
        let promise = Promise::of(problem);
        let races = self.machine.races.into();
        guard::answer_is_known();
        // On a machine that knows nothing of the search, as a replay would.
        let Prepared { program, names, .. } = self.prepared;
        let Reached { problem, lap } = trail::reach(program, &options, races, &choices, promise)
            .unwrap_or_else(|error| panic!("a trail does not lead where it was found: {error}"));
        let report = trail::replay_lap(program, names, &options, &choices, &lap, &problem);
        let choices = [choices, lap].concat();
        let mut conclusion = told(&problem, report, choices, shortened_from);
        let (setup, machine) = (&self.setup, &self.machine);
        save(
            self.arguments,
            self.prepared,
            setup,
            machine,
            &mut conclusion,
        );
        conclusion
    }
}

/// The trail of an error, ready to be written.
pub fn saved_trail(
    program: &Program,
    setup: &ProgramSetup,
    machine: &MachineSetup,
    found: &Found,
) -> Trail {
    let error = &found.report.error;
    let expected = ExpectedError {
        kind: error.kind.clone(),
        message: error.message.clone(),
    };
    let fingerprint = trail::fingerprint(program, &machine.options(setup));
    let mut trail = Trail::new(
        fingerprint,
        setup.clone(),
        machine.clone(),
        expected,
        found.choices.clone(),
    );
    trail.cycle_start = found.report.cycle.map(|first| first - 1);
    trail
}

/// Writes the trail of what was found, if that is wanted.
pub fn save(
    arguments: &CheckArguments,
    prepared: &Prepared,
    setup: &ProgramSetup,
    machine: &MachineSetup,
    conclusion: &mut Conclusion,
) {
    if let (Some(path), Some(found)) = (&arguments.trail, &conclusion.found) {
        let trail = saved_trail(&prepared.program, setup, machine, found);
        if let Err(cause) = trail.write(path) {
            let path = path.display();
            let note = format!("the trail could not be saved as `{path}`: {cause}");
            conclusion.notes.push(note);
        }
    }
}

/// The conclusion from a trail that leads to `problem`.
pub fn told(
    problem: &Problem,
    report: Report,
    choices: Vec<(u32, u32)>,
    shortened_from: Option<usize>,
) -> Conclusion {
    if let Problem::Fault {
        fault: Fault::Unsupported(what),
        ..
    } = problem
    {
        return unsupported(what, &report);
    }
    Conclusion {
        notes: environment_notes(&report),
        found: Some(Found {
            report,
            choices,
            shortened_from,
        }),
        ..Conclusion::new(Verdict::Error)
    }
}

/// Calls that are listed one by one.
const MOST_ABSENCES: usize = 3;

/// What the program did not find in its empty environment: the error may come from that.
fn environment_notes(report: &Report) -> Vec<String> {
    let told = report.absences.iter().take(MOST_ABSENCES);
    let mut notes: Vec<String> = told
        .map(|(text, place)| format!("{text} at {}:{}", place.file, place.line))
        .collect();
    let more = report.absences.len().saturating_sub(MOST_ABSENCES);
    if more > 0 {
        notes.push(format!(
            "{} more calls found nothing in the empty environment",
            count(more as u64)
        ));
    }
    notes
}

/// Why nothing is decided when executions with more threads than there can be were left out.
pub const TOO_MANY_THREADS: &str =
    "executions with more than 4,094 threads at a time were not followed";

/// An execution that is longer than this does not look as if it came to an end.
const LONG: u64 = 20_000;

/// What a user may not have meant.
fn remark(conclusion: &Conclusion) -> Option<String> {
    let stats = conclusion.stats?;
    let remark = match conclusion.verdict {
        Verdict::Ok if stats.transitions == 0 && conclusion.reason.is_none() => {
            "the program ends without having started a thread; \
             arguments for it are given behind `--`"
                .to_owned()
        }
        Verdict::Undecided if conclusion.ended_by_limit && stats.depth > LONG => format!(
            "one execution has {} steps by now: a loop that counts without end has no end of \
             states; bound it where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined",
            count(stats.depth)
        ),
        _ => return None,
    };
    Some(remark)
}

/// `socket; there are no sockets` becomes `socket is not supported: there are no sockets`.
pub fn not_supported(what: &str) -> String {
    match what.split_once("; ") {
        Some((what, why)) => format!("{what} is not supported: {why}"),
        None => format!("{what} is not supported"),
    }
}

/// The machine came upon something that it does not know.
fn unsupported(what: &str, report: &Report) -> Conclusion {
    let name = what
        .strip_prefix("external function `")
        .and_then(|rest| rest.strip_suffix('`'));
    let (reason, hint) = match name {
        Some(name) => (
            format!("`{name}` is called but defined nowhere, and Trailhound has no model of it"),
            "give the file that defines it along, or define it".to_owned(),
        ),
        None if what.starts_with("a property function") => (
            format!("{what} cannot be asked"),
            "it may read everything, write its own variables only, and must come to an end"
                .to_owned(),
        ),
        None if what.starts_with("a property") => (
            format!("{what} has no value"),
            "guard it, as in `i < 4 && items[i] == 0`".to_owned(),
        ),
        None if what.contains("asm") || what.contains("assembly") => (
            format!("{what} cannot be executed"),
            "say the same in plain code or with atomics where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined".to_owned(),
        ),
        None => (
            not_supported(what),
            "leave it out where __TRAILHOUND__ (in Rust: cfg(trailhound)) is defined".to_owned(),
        ),
    };
    Conclusion {
        hint: Some(hint),
        place: report.error.place.clone(),
        ..Conclusion::unsupported(reason)
    }
}

/// Random walks end by themselves after this many, unless another limit is given.
const WALKS: u64 = 10_000;

/// The part of the time that is left to random executions when the search has come to its limit.
const SAMPLING_PART: u32 = 10;
const MOST_SAMPLING: Duration = Duration::from_secs(30);

/// What the search may take of the command's budget.
pub fn budget(arguments: &SearchArguments) -> Budget {
    let all = guard::budget();
    match arguments.limits.max_time {
        Some(time) if !arguments.no_sampling => {
            all.with_reserve((time / SAMPLING_PART).min(MOST_SAMPLING))
        }
        _ => all,
    }
}

pub fn limits(arguments: &SearchArguments) -> Limits {
    let unlimited = arguments.limits.max_time.is_none() && arguments.max_states.is_none();
    let budget = budget(arguments);
    Limits {
        states: arguments.max_states,
        depth: arguments.max_depth,
        time: None,
        memory_bytes: budget.memory().and_then(|bytes| bytes.try_into().ok()),
        budget,
        walks: (arguments.search == SearchName::Engine(Engine::Random) && unlimited)
            .then_some(WALKS),
    }
}

/// Whether the search would have gone on with more of what it uses.
pub fn is_out_of_bounds(outcome: &Outcome) -> bool {
    let End::Limit(limit) = outcome.end else {
        return false;
    };
    match limit {
        LimitKind::States | LimitKind::Depth | LimitKind::Time | LimitKind::Memory => true,
        LimitKind::Width | LimitKind::Walks => false,
    }
}

/// Why not every state was visited; None if every one was.
pub fn not_exhausted(outcome: &Outcome) -> Option<String> {
    let limit = match outcome.end {
        End::Exhausted | End::Found => return None,
        End::Interrupted => return Some("the search was interrupted".to_owned()),
        End::Limit(limit) => limit,
    };
    Some(match limit {
        LimitKind::Time => guard::reason(Stop::Time).to_owned(),
        LimitKind::Memory => guard::reason(Stop::Memory).to_owned(),
        LimitKind::States => "the limit on states (--max-states) was reached".to_owned(),
        LimitKind::Depth => "the limit on depth (--max-depth) was reached".to_owned(),
        LimitKind::Width => "a beam that drops states does not visit every state".to_owned(),
        LimitKind::Walks => "random walks do not visit every state".to_owned(),
    })
}
