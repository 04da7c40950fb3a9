//! `trailhound flow`: whether a sequence rule of events holds on every execution, told from
//! the program's text, and a path that breaks it otherwise.

mod model;
mod tell;

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anstream::ColorChoice;
use clap::Args;
use trailhound_flow::build::BuildOptions;
use trailhound_flow::constraint::Constraint;
use trailhound_flow::dot::{Between, dot};
use trailhound_flow::graph::TraceFlowGraph;
use trailhound_flow::property::{ConstraintName, Property};
use trailhound_flow::refine::{Refined, Refinement, path_of};
use trailhound_flow::search::{Answer, SearchName};
use trailhound_flow::subject::Subject;
use trailhound_search::Limits;

use crate::args::{Format, ProgramArguments};
use crate::check::not_prepared;
use crate::interrupt;
use crate::prepare::prepare;
use crate::progress::Progress;
use crate::quantity;
use crate::system;

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
    /// End after this time, as in 10s, 5m, 1h
    #[arg(long, value_name = "DURATION", value_parser = quantity::duration, help_heading = "Searching")]
    pub max_time: Option<Duration>,
    /// End when the tuples take this much memory, as in 512M, 4G
    /// [default: 80 % of what is free]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size, help_heading = "Searching")]
    pub max_memory: Option<usize>,
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
    pub notes: Vec<String>,
    pub build_seconds: f64,
}

pub fn flow(arguments: &FlowArguments, colour: ColorChoice) -> ExitCode {
    interrupt::listen();
    colour.write_global();
    match conclude(arguments) {
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

fn conclude(arguments: &FlowArguments) -> Result<ExitCode, String> {
    let property = read_property(arguments)?;
    let setup = arguments.program.setup();
    let prepared = prepare(&setup, setup.files.clone()).map_err(|error| {
        let refusal = not_prepared(error);
        let reason = refusal.reason.unwrap_or_default();
        match refusal.compiler_output {
            Some(output) => format!("{reason}\n{output}"),
            None => reason,
        }
    })?;
    let model = model::build(&prepared, &property, arguments.threads)?;
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
        limits: limits(arguments),
    };
    let quiet = arguments.quiet || arguments.format == Format::Json;
    let mut progress = Progress::new("searching node tuples", quiet);
    let candidates = if adds { all.clone() } else { Vec::new() };
    let refined = refinement(candidates)
        .run(constraints, &mut progress, |_| {})
        .map_err(|error| error.to_string())?;
    drop(progress);
    let would_exclude = match path_of(refined.answer()) {
        Some(path) if !adds => {
            let subject = Subject::new(&model.graph, &property, &refined.constraints);
            let subject = subject.map_err(|error| error.to_string())?;
            refinement(all)
                .excluding(&subject, path, &refined.constraints)
                .map_err(|error| error.to_string())?
        }
        _ => Vec::new(),
    };
    let finding = Finding {
        graph: &model.graph,
        property: &property,
        refined: &refined,
        would_exclude,
        notes: model.notes,
        build_seconds: model.seconds,
    };
    match arguments.format {
        Format::Json => println!("{}", tell::json(&finding)),
        Format::Text => anstream::print!("{}", tell::text(&finding, arguments)),
    }
    Ok(match refined.answer() {
        Answer::Holds => ExitCode::SUCCESS,
        _ => ExitCode::from(3),
    })
}

/// The property file, with the constraints of the command line.
fn read_property(arguments: &FlowArguments) -> Result<Property, String> {
    let path = &arguments.property;
    let text = fs::read_to_string(path)
        .map_err(|cause| format!("cannot read `{}`: {cause}", path.display()))?;
    let name = path.display().to_string();
    let mut property = Property::parse(&text, &name).map_err(|error| error.to_string())?;
    for text in &arguments.constraint {
        let name = ConstraintName::parse(text).map_err(|error| error.to_string())?;
        property.constraints.get_or_insert_default().push(name);
    }
    Ok(property)
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
