//! `trailhound flow`: whether a sequence rule of events holds on every execution, told from
//! the program's text, and a path that breaks it otherwise.

mod cast;
mod confirm;
mod doubts;
mod judge;
mod model;
mod obstacles;
mod proof;
mod real;
mod recognise;
mod tell;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anstream::ColorChoice;
use clap::Args;
use trailhound_flow::build::{BuildError, BuildOptions, ThreadPanics, inlined_meetings};
use trailhound_flow::dot::{Between, dot};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::{ConstraintName, Property};
use trailhound_flow::search::{Allowance, Answer, SearchName};
use trailhound_frontend::flag_to_keep_calls;
use trailhound_host::{printable, write_whole};
use trailhound_program::Program;
use trailhound_search::Limits;
use trailhound_trail::{AutomatonSetup, MachineSetup, ProgramSetup};

use crate::args::{Format, OutputArguments, ProgramArguments};
use crate::check::not_prepared;
use crate::conclusion::Conclusion;
use crate::guard::{self, Given};
use crate::prepare::{Prepared, prepare_wide};
use crate::quantity;
use crate::report::Printer;
use crate::report::style::render;
use cast::Cast;
use judge::{Judge, Judged};
use model::Model;
use real::{Met, Real, complaint};

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

impl FlowArguments {
    fn output(&self) -> OutputArguments {
        OutputArguments {
            format: self.format,
            quiet: self.quiet,
            show_library: false,
            all_steps: self.all_steps,
        }
    }

    fn given(&self) -> Given {
        Given {
            time: self.max_time,
            memory: self.max_memory,
        }
    }
}

/// What was found out, before it is told.
pub struct Finding<'a> {
    pub graph: &'a TraceFlowGraph,
    pub property: &'a Property,
    pub judged: &'a Judged,
    /// Nothing in the program is what the rule is about.
    pub is_about_nothing: bool,
    /// It holds if no thread panics; else it is not decided.
    pub except_panics: bool,
    /// How many states the program has, if all were searched and none breaks the rule.
    pub states: Option<u64>,
    pub notes: Vec<String>,
    pub build_seconds: f64,
}

impl Finding<'_> {
    /// Whether the rule holds, and says something.
    fn holds(&self) -> bool {
        let is_proved = *self.judged.refined.answer() == Answer::Holds || self.states.is_some();
        is_proved && !self.is_about_nothing
    }
}

pub fn flow(arguments: &FlowArguments, colour: ColorChoice) -> ExitCode {
    colour.write_global();
    guard::limit(arguments.given(), &arguments.output(), colour);
    match conclude(arguments, colour) {
        Ok(code) => code,
        Err(reason) => {
            match arguments.format {
                Format::Json => print!("{}", tell::refusal(&reason)),
                Format::Text => anstream::eprintln!("error: {}", printable(&reason)),
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
        let prepared = prepare_wide(setup, setup.files.clone()).map_err(|error| {
            let refusal = not_prepared(error);
            let reason = refusal.reason.unwrap_or_default();
            match refusal.compiler_output {
                Some(output) => format!("{reason}\n{output}"),
                None => reason,
            }
        })?;
        let meetings = inlined_meetings(&prepared.program).into_iter();
        if !prepared.is_optimised && keep_calls(setup, meetings) {
            continue;
        }
        match model::build(&prepared, property, threads, ThreadPanics::GoOn) {
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
        let flag = flag_to_keep_calls(symbol);
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
        write_whole(path, dot(&model.graph, Between::None).as_bytes())
            .map_err(|cause| format!("cannot write `{}`: {cause}", path.display()))?;
    }
    let judge = Judge {
        arguments,
        property: &property,
        allowance: &allowance,
    };
    let case = judge.of(model)?;
    let mut notes = doubts::notes(&property, &case.model.graph, &prepared.program);
    let mut states = None;
    if let Some(path) = case.path().filter(|_| !arguments.no_search) {
        let real = Real {
            arguments,
            allowance: &allowance,
            graph: &case.model.graph,
            property: &property,
            text,
            setup: &setup,
        };
        match real.search(&mut prepared, path) {
            Met::Violation(conclusion) => {
                let mut conclusion = *conclusion;
                conclusion.notes.extend(case.model.notes);
                conclusion.notes.extend(notes);
                return Ok(Printer::new(&arguments.output(), colour).print(&conclusion));
            }
            Met::Nothing(all) => states = Some(all),
            Met::NotAll(note) => notes.push(note),
        }
    }
    let without_panics = match case.holds() || states.is_some() {
        true => None,
        false => judge.without_panics(&case, &prepared)?,
    };
    let told = without_panics.as_ref().unwrap_or(&case);
    notes.splice(0..0, told.model.notes.iter().cloned());
    let finding = Finding {
        graph: &told.model.graph,
        property: &property,
        judged: &told.judged,
        is_about_nothing: doubts::is_about_nothing(&property, &told.model.graph),
        states,
        except_panics: without_panics.is_some(),
        notes,
        build_seconds: told.model.seconds,
    };
    guard::answer_is_known();
    match arguments.format {
        Format::Json => print!("{}", tell::json(&finding)),
        Format::Text => anstream::print!("{}", render(&tell::text(&finding, arguments))),
    }
    Ok(match finding.holds() {
        true => ExitCode::SUCCESS,
        false => ExitCode::from(3),
    })
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
    let threads = BuildOptions::THREADS;
    let model = match model::build(prepared, &property, threads, ThreadPanics::GoOn) {
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
    let budget = guard::budget();
    Limits {
        states: arguments.max_tuples,
        time: budget.time_left(),
        memory_bytes: budget.memory().and_then(|bytes| bytes.try_into().ok()),
        budget,
        ..Limits::default()
    }
}
