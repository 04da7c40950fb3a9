//! `trailhound flow`: whether a sequence rule of events holds on every execution, told from
//! the program's text, and a path that breaks it otherwise.

mod cast;
mod confirm;
mod doubts;
mod model;
mod recognise;
mod tell;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anstream::ColorChoice;
use clap::Args;
use trailhound_flow::automaton::Symbol;
use trailhound_flow::build::{BuildError, BuildOptions, inlined_meetings};
use trailhound_flow::constraint::Constraint;
use trailhound_flow::dot::{Between, dot};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::{ConstraintName, Property};
use trailhound_flow::refine::{Refined, Refinement, Tried, path_of};
use trailhound_flow::search::{AbstractPath, Allowance, Answer, SearchName};
use trailhound_flow::subject::Subject;
use trailhound_program::Program;
use trailhound_search::{LimitKind, Limits};
use trailhound_trail::{AutomatonSetup, MachineSetup, ProgramSetup, Races};

use crate::args::{Format, OutputArguments, ProgramArguments};
use crate::check::{aim, not_prepared, saved_trail};
use crate::conclusion::Conclusion;
use crate::interrupt;
use crate::prepare::{Prepared, prepare, values_for};
use crate::progress::Progress;
use crate::quantity;
use crate::report::Printer;
use crate::system;
use cast::Cast;
use confirm::{Confirmation, Why};
use model::Model;

#[derive(Debug, Args)]
pub struct FlowArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// The events and the rule: see docs/flow.md
    #[arg(long, value_name = "FILE", help_heading = "What shall hold")]
    pub property: PathBuf,
    /// Add a constraint, as in "task main", "variable turn", "lock m"
    ///
    /// Can be given several times. With constraints, here or in the property file, only these
    /// are used; without, the tool adds what excludes the paths that it finds.
    #[arg(long, value_name = "CONSTRAINT", help_heading = "What shall hold")]
    pub constraint: Vec<String>,
    /// Add constraints to those given, too
    #[arg(long, help_heading = "Searching")]
    pub refine: bool,
    /// How to go through the node tuples: bfs, dfs, wastar:WEIGHT, best-first, propagation, or
    /// two stages, as in trap+wastar:1/best-first
    #[arg(
        long,
        value_name = "SEARCH",
        default_value_t = SearchName::USUAL,
        help_heading = "Searching"
    )]
    pub search: SearchName,
    /// Threads that a loop may start before they are taken as any number of them
    #[arg(long, value_name = "N", default_value_t = BuildOptions::THREADS, help_heading = "Searching")]
    pub threads: u32,
    /// End after this many node tuples
    #[arg(long, value_name = "N", help_heading = "Searching")]
    pub max_tuples: Option<u64>,
    /// End after this time, as in 10s, 5m, 1h, with what is known then
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration, help_heading = "Searching")]
    pub max_time: Option<Duration>,
    /// End when the tuples take this much memory, as in 512M, 4G
    /// [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, help_heading = "Searching")]
    pub max_memory: Option<usize>,
    /// States of the program that may be searched for an execution that breaks the rule
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000,
        help_heading = "Searching"
    )]
    pub max_states: u64,
    /// Do not look for an execution: only the path through the graph counts
    #[arg(long, help_heading = "Searching")]
    pub no_search: bool,
    /// Save the trail of an execution that breaks the rule here, for `trailhound replay`
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    /// Draw the trace flow graph here, for Graphviz
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub dot: Option<PathBuf>,
    /// What to print
    #[arg(
        long,
        default_value = "text",
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub format: Format,
    /// Print the verdict only
    #[arg(short, long, help_heading = "Output")]
    pub quiet: bool,
    /// Show the steps behind the violation, too
    #[arg(long, help_heading = "Output")]
    pub all_steps: bool,
}

/// What was found out, before it is told.
pub struct Finding<'a> {
    pub graph: &'a TraceFlowGraph,
    pub property: &'a Property,
    pub refined: &'a Refined,
    /// Constraints that exclude the path that was found, where they are not to be added.
    pub would_exclude: Vec<Constraint>,
    /// Whether there was time to try all constraints on the path.
    pub tried: Tried,
    /// Nothing in the program is what the rule is about.
    pub is_about_nothing: bool,
    pub notes: Vec<String>,
    pub build_seconds: f64,
}

impl Finding<'_> {
    /// Whether the rule holds, and says something.
    fn holds(&self) -> bool {
        *self.refined.answer() == Answer::Holds && !self.is_about_nothing
    }
}

pub fn flow(arguments: &FlowArguments, colour: ColorChoice) -> ExitCode {
    interrupt::listen();
    colour.write_global();
    match conclude(arguments, colour) {
        Ok(code) => code,
        Err(reason) => {
            match arguments.format {
                Format::Json => println!("{}", tell::refusal(&reason)),
                Format::Text => anstream::eprintln!("error: {reason}"),
            }
            ExitCode::from(2)
        }
    }
}

/// Compiles a program and builds its graph. Functions that are events must be called, and so must
/// those of the library in which threads meet: if Rust's compiler has inlined one, the program is
/// compiled once more without that.
fn model_of(
    setup: &mut ProgramSetup,
    property: &Property,
    threads: u32,
) -> Result<(Prepared, Model), String> {
    loop {
        let prepared = prepare(setup, setup.files.clone()).map_err(|error| {
            let refusal = not_prepared(error);
            let reason = refusal.reason.unwrap_or_default();
            match refusal.compiler_output {
                Some(output) => format!("{reason}\n{output}"),
                None => reason,
            }
        })?;
        let symbols = inlined_meetings(&prepared.program);
        let symbols = symbols.iter().map(|&function| {
            let functions = &prepared.program.source.functions;
            functions[function as usize].symbol.as_str()
        });
        if keep_calls(setup, symbols) {
            continue;
        }
        match model::build(&prepared, property, threads) {
            Ok(model) => return Ok((prepared, model)),
            Err(BuildError::Inlined(name))
                if keep_calls(setup, symbol_of(&prepared.program, &name).into_iter()) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Makes Rust's compiler keep the calls of functions. False: it has been told so before, or the
/// functions are not Rust's.
fn keep_calls<'a>(setup: &mut ProgramSetup, symbols: impl Iterator<Item = &'a str>) -> bool {
    let known = setup.compiler_flags.len();
    for symbol in symbols.filter(|symbol| symbol.starts_with("_R")) {
        let flag = format!("-Cllvm-args=-force-attribute={symbol}:noinline");
        if !setup.compiler_flags.contains(&flag) {
            setup.compiler_flags.push(flag);
        }
    }
    setup.compiler_flags.len() > known
}

fn symbol_of<'a>(program: &'a Program, name: &str) -> Option<&'a str> {
    let mut functions = program.source.functions.iter();
    let function = functions.find(|function| function.display == name)?;
    Some(&function.symbol)
}

fn conclude(arguments: &FlowArguments, colour: ColorChoice) -> Result<ExitCode, String> {
    let (property, text) = read_property(arguments)?;
    let allowance = Allowance::new(&limits(arguments));
    let mut setup = arguments.program.setup();
    let (mut prepared, model) = model_of(&mut setup, &property, arguments.threads)?;
    if let Some(path) = &arguments.dot {
        fs::write(path, dot(&model.graph, Between::None))
            .map_err(|cause| format!("cannot write `{}`: {cause}", path.display()))?;
    }
    let mut constraints = Vec::new();
    for name in property.constraints.iter().flatten() {
        let named = Constraint::named(&model.graph, name).map_err(|error| error.to_string())?;
        constraints.extend(named);
    }
    let all = Constraint::all(&model.graph);
    let adds = property.constraints.is_none() || arguments.refine;
    let refinement = |candidates: Vec<Constraint>| Refinement {
        graph: &model.graph,
        property: &property,
        candidates,
        search: arguments.search,
        allowance: allowance.clone(),
    };
    let quiet = arguments.quiet || arguments.format == Format::Json;
    let mut progress = Progress::new("searching node tuples", quiet);
    let candidates = if adds { all.clone() } else { Vec::new() };
    let refined = refinement(candidates)
        .run(constraints, &mut progress, |_| {})
        .map_err(|error| error.to_string())?;
    let (would_exclude, tried) = match path_of(refined.answer()) {
        Some(path) if !adds => {
            let subject = Subject::new(&model.graph, &property, &refined.constraints);
            let subject = subject.map_err(|error| error.to_string())?;
            refinement(all)
                .excluding(&subject, path, &refined.constraints, &mut progress)
                .map_err(|error| error.to_string())?
        }
        _ => (Vec::new(), refined.tried),
    };
    drop(progress);
    let mut notes = model.notes;
    notes.extend(doubts::notes(&property, &model.graph, &prepared.program));
    if let Some(path) = path_of(refined.answer())
        && would_exclude.is_empty()
        && tried != Tried::Some
        && !arguments.no_search
    {
        let real = Real {
            arguments,
            allowance: &allowance,
            graph: &model.graph,
            property: &property,
            text,
            setup: &setup,
        };
        match real.search(&mut prepared, path) {
            Ok(mut conclusion) => {
                conclusion.notes.extend(notes);
                let output = OutputArguments {
                    format: arguments.format,
                    quiet: arguments.quiet,
                    show_library: false,
                    all_steps: arguments.all_steps,
                };
                return Ok(Printer::new(&output, colour).print(&conclusion));
            }
            Err(note) => notes.push(note),
        }
    }
    let finding = Finding {
        graph: &model.graph,
        property: &property,
        refined: &refined,
        would_exclude,
        tried,
        is_about_nothing: doubts::is_about_nothing(&property, &model.graph),
        notes,
        build_seconds: model.seconds,
    };
    match arguments.format {
        Format::Json => println!("{}", tell::json(&finding)),
        Format::Text => anstream::print!("{}", tell::text(&finding, arguments)),
    }
    Ok(match finding.holds() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(3),
    })
}

/// Looks for an execution that breaks the rule.
struct Real<'a> {
    arguments: &'a FlowArguments,
    allowance: &'a Allowance,
    graph: &'a TraceFlowGraph,
    property: &'a Property,
    text: String,
    setup: &'a ProgramSetup,
}

impl Real<'_> {
    /// The conclusion from an execution along `path`, or what to say of the search in vain.
    fn search(&self, prepared: &mut Prepared, path: &AbstractPath) -> Result<Conclusion, String> {
        let obstacle = recognise::obstacle(&prepared.program, self.property);
        let cast = match obstacle {
            Some(what) => Err(what),
            None => Cast::new(self.graph, self.property),
        };
        let cast = cast.map_err(|what| {
            format!("no execution was searched for: it would have to see {what}")
        })?;
        let mut machine = MachineSetup {
            races: Races::Off,
            values: values_for(&prepared.program),
            ..MachineSetup::default()
        };
        machine.properties.sequence = Some(AutomatonSetup {
            file: self.arguments.property.display().to_string(),
            text: self.text.clone(),
        });
        machine.goals.via = confirm::places(self.graph, path);
        if aim(prepared, &mut machine).is_err() {
            // A place of the path may be nowhere in the code: go without them.
            return Err("the places of the path are not in the program's code".to_owned());
        }
        let quiet = self.arguments.quiet || self.arguments.format == Format::Json;
        let mut progress = Progress::new("searching for an execution", quiet);
        let allowance = Allowance::new(&Limits {
            states: Some(self.arguments.max_states),
            ..self.allowance.left()
        });
        let both = (self.setup, &machine);
        let found = confirm::search(
            prepared,
            (self.graph, &cast),
            self.property,
            both,
            &allowance,
            &mut progress,
        );
        drop(progress);
        match found {
            Confirmation::Violated(choices, symbols) => {
                let message = complaint(self.property, &machine, &symbols);
                let mut conclusion = confirm::tell(prepared, both, choices, message);
                if let (Some(path), Some(found)) = (&self.arguments.trail, &conclusion.found) {
                    let trail = saved_trail(&prepared.program, self.setup, &machine, found);
                    if let Err(cause) = trail.write(path) {
                        let path = path.display();
                        let note = format!("the trail could not be saved as `{path}`: {cause}");
                        conclusion.notes.push(note);
                    }
                }
                conclusion.compile_seconds = prepared.compile_seconds;
                conclusion.link_seconds = prepared.link_seconds;
                conclusion.granularity = Some(machine.granularity);
                Ok(conclusion)
            }
            Confirmation::NotFound { states, why } => {
                let states = quantity::count(states);
                Err(match why {
                    Why::Exhausted => format!(
                        "an exhaustive search of the program's {states} states has met no violation"
                    ),
                    _ => format!(
                        "no execution that breaks the rule was found in {states} states{}",
                        match why {
                            Why::Limit(LimitKind::States) => " (--max-states)",
                            Why::Limit(LimitKind::Time) => ", and the time (--max-time) is over",
                            Why::Limit(_) => ", and the memory (--max-memory) is used up",
                            Why::Interrupted => ", then the search was interrupted",
                            Why::Moments => {
                                ", with threads that start at once and end at once"
                            }
                            Why::Gaps | Why::Exhausted => {
                                ", leaving out some of which the events cannot be told"
                            }
                        }
                    ),
                })
            }
        }
    }
}

/// What an execution did, in the words of the property.
fn complaint(property: &Property, machine: &MachineSetup, symbols: &[Symbol]) -> String {
    const LAST: usize = 12;
    let file = machine.properties.sequence.as_ref();
    let file = file.map_or("", |sequence| sequence.file.as_str());
    let shown = &symbols[symbols.len().saturating_sub(LAST)..];
    let names: Vec<&str> = shown
        .iter()
        .map(|&symbol| {
            property.events[property.rule.alphabet[symbol]]
                .name
                .as_str()
        })
        .collect();
    let dots = match symbols.len() > LAST {
        true => "... ",
        false => "",
    };
    match names.is_empty() {
        true => format!("the rule of `{file}` is broken: the program ends without an event"),
        false => format!(
            "the rule of `{file}` is broken by: {dots}{}",
            names.join(" ")
        ),
    }
}

/// Marks the calls that the property of a setup names.
pub fn mark(program: &mut Program, machine: &MachineSetup) -> Result<(), String> {
    if let Some(AutomatonSetup { file, text }) = &machine.properties.sequence {
        let property = Property::parse(text, file).map_err(|error| error.to_string())?;
        recognise::mark(program, &property);
    }
    Ok(())
}

/// Walks a saved trail again, whose events break the rule that is saved with it.
pub fn replay(
    prepared: &Prepared,
    setup: &ProgramSetup,
    machine: &MachineSetup,
    choices: Vec<(u32, u32)>,
) -> Conclusion {
    let Some(AutomatonSetup { file, text }) = &machine.properties.sequence else {
        return Conclusion::unsupported("the trail has no rule");
    };
    let property = match Property::parse(text, file) {
        Ok(property) => property,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let both = (setup, machine);
    // Which thread is which is told by the graph.
    let model = match model::build(prepared, &property, BuildOptions::THREADS) {
        Ok(model) => model,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let tasks = &model.graph;
    let verified = Cast::new(tasks, &property)
        .ok()
        .and_then(|cast| confirm::verify(prepared, (tasks, &cast), &property, both, &choices));
    match verified {
        Some(symbols) => {
            let message = complaint(&property, machine, &symbols);
            confirm::tell(prepared, both, choices, message)
        }
        None => Conclusion::unsupported("the trail does not break the rule that it promises to"),
    }
}

/// The property file, with the constraints of the command line, and its text.
fn read_property(arguments: &FlowArguments) -> Result<(Property, String), String> {
    let path = &arguments.property;
    let text = fs::read_to_string(path)
        .map_err(|cause| format!("cannot read `{}`: {cause}", path.display()))?;
    let name = path.display().to_string();
    let mut property = Property::parse(&text, &name).map_err(|error| error.to_string())?;
    for text in &arguments.constraint {
        let name = ConstraintName::parse(text).map_err(|error| error.to_string())?;
        property.constraints.get_or_insert_default().push(name);
    }
    Ok((property, text))
}

fn limits(arguments: &FlowArguments) -> Limits {
    let eighty_percent = || Some(system::available_memory()? as usize / 10 * 8);
    Limits {
        states: arguments.max_tuples,
        time: arguments.max_time,
        memory_bytes: arguments.max_memory.or_else(eighty_percent),
        ..Limits::default()
    }
}
