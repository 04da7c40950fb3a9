//! `trailhound lint`: warnings from the program's text, each put to the test by a search that
//! is led through its places.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use trailhound_distance::{Externals, Measure, flow_of};
use trailhound_guide::distance::{DistanceGuide, DistanceName};
use trailhound_lint::{Kind, Site, Warning, warnings};
use trailhound_machine::{ErrorKind, Machine, ProgramGraph, Races, entered_by_models, has_models};
use trailhound_program::{FunctionId, Mark, Program};
use trailhound_search::{self as search, End, Engine, Limits, Weight};
use trailhound_trail::{MachineSetup, ProgramSetup};

use crate::args::{Format, ProgramArguments};
use crate::check::not_prepared;
use crate::goals::Aim;
use crate::interrupt;
use crate::prepare::prepare;
use crate::progress::Progress;

#[derive(Debug, Args)]
pub struct LintArguments {
    #[command(flatten)]
    pub program: ProgramArguments,
    /// States that each warning may take to be confirmed
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200_000,
        help_heading = "Searching"
    )]
    pub max_states: u64,
    /// Only list the warnings
    #[arg(long, help_heading = "Searching")]
    pub no_search: bool,
    /// What to print
    #[arg(
        long,
        default_value = "text",
        value_name = "FORMAT",
        help_heading = "Output"
    )]
    pub format: Format,
}

/// A warning and what came of it.
#[derive(Serialize)]
struct Finding {
    kind: &'static str,
    message: String,
    places: Vec<String>,
    confirmed: bool,
    /// The error that was found, and how many steps lead there.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    states: u64,
    outcome: String,
}

pub fn lint(arguments: &LintArguments) -> ExitCode {
    interrupt::listen();
    let setup = arguments.program.setup();
    let prepared = match prepare(&setup, setup.files.clone()) {
        Ok(prepared) => prepared,
        Err(error) => {
            let reason = not_prepared(error).reason.unwrap_or_default();
            eprintln!("error: {reason}");
            return ExitCode::from(2);
        }
    };
    let found = findings(arguments, &prepared.program, &setup);
    match arguments.format {
        Format::Json => {
            let text = serde_json::to_string_pretty(&found).expect("findings are plain data");
            println!("{text}");
        }
        Format::Text => print_text(&found),
    }
    match found.iter().any(|finding| finding.confirmed) {
        true => ExitCode::from(1),
        false => ExitCode::SUCCESS,
    }
}

fn findings(arguments: &LintArguments, program: &Program, setup: &ProgramSetup) -> Vec<Finding> {
    let models = has_models(program);
    let is_model = |function: FunctionId| models[function.index()];
    let externals = Externals {
        models: &is_model,
        entered: entered_by_models(program),
    };
    let (flow, callees) = flow_of(program, &externals, Measure::Instructions);
    let found = warnings(program, &flow, &callees, &is_model);
    let told = found.iter().map(|warning| {
        let places = warning.sites.iter().map(|&site| place_of(program, site));
        let finding = Finding {
            kind: warning.kind.name(),
            message: warning.message.clone(),
            places: places.collect(),
            confirmed: false,
            error: None,
            steps: None,
            states: 0,
            outcome: "not searched".to_owned(),
        };
        match arguments.no_search || interrupt::requested() {
            true => finding,
            false => confirm(arguments, program, setup, warning, finding),
        }
    });
    told.collect()
}

fn place_of(program: &Program, (function, pc): Site) -> String {
    let code = &program.functions[function.index()];
    let body = code.body.as_ref().expect("a site lies in a body");
    let location = program.source.user_location(body.locations[pc as usize]);
    match location {
        Some((_, location)) => {
            let path = &program.source.file(location.file).path;
            format!("{}:{}", trailhound_trail::shown_path(path), location.line)
        }
        None => code.display.clone(),
    }
}

/// Whether an error of this kind is what the warning warned of.
fn is_meant(kind: Kind, error: ErrorKind) -> bool {
    match kind {
        Kind::LockOrder => error == ErrorKind::Deadlock,
        Kind::Unguarded => error == ErrorKind::DataRace,
        Kind::CheckThenAct => error != ErrorKind::DataRace && error != ErrorKind::Deadlock,
    }
}

/// Leads a search through the places of a warning.
fn confirm(
    arguments: &LintArguments,
    program: &Program,
    setup: &ProgramSetup,
    warning: &Warning,
    mut finding: Finding,
) -> Finding {
    let mut program = program.clone();
    let marks = (0..)
        .zip(&warning.sites)
        .map(|(place, &(function, pc))| Mark {
            function,
            pc,
            place,
            goal: false,
        });
    let marks: Vec<Mark> = marks.collect();
    program.mark(&marks);
    let machine = MachineSetup::default();
    let races = match warning.kind {
        Kind::Unguarded => Races::Error,
        Kind::LockOrder | Kind::CheckThenAct => Races::Off,
    };
    let mut machine = machine.options(setup);
    // Nothing but the race shall end that search.
    machine.goals_only = warning.kind == Kind::Unguarded;
    let mut graph = ProgramGraph::new(Machine::new(&program, machine), races);
    let places: Vec<u32> = (0..marks.len() as u32).collect();
    let aim = match warning.kind {
        Kind::LockOrder => Aim::at_locks(&program, places),
        Kind::Unguarded | Kind::CheckThenAct => Aim::through(&program, places),
    };
    let analysis = aim.analysis(Engine::BestFirst);
    let mut guide = DistanceGuide::new(DistanceName::Efca, &analysis)
        .expect("summaries have no bound to exceed");
    let options = search::Options {
        limits: Limits {
            states: Some(arguments.max_states),
            ..Limits::default()
        },
        stop_at: Weight::Strong,
        ..search::Options::default()
    };
    let quiet = arguments.format == Format::Json;
    let mut progress = Progress::new(format!("looking for {}", finding.kind), quiet);
    let outcome = search::run(
        Engine::BestFirst,
        &mut graph,
        &mut guide,
        &options,
        &mut progress,
    );
    finding.states = outcome.stats.states_generated;
    let problem = outcome.finding.as_ref().map(|found| {
        (
            &graph.problems[found.finding.id as usize],
            found.choices.len(),
        )
    });
    finding.outcome = match problem.map(|(problem, steps)| (problem.kind(), steps)) {
        Some((Some(error), steps)) => {
            finding.error = Some(error.name());
            finding.steps = Some(steps);
            finding.confirmed = is_meant(warning.kind, error);
            match finding.confirmed {
                true => "confirmed".to_owned(),
                false => "not confirmed: another error was met".to_owned(),
            }
        }
        Some((None, _)) => "not confirmed: something is not supported".to_owned(),
        None if outcome.end == End::Exhausted => "not confirmed: no schedule shows it".to_owned(),
        None => "not confirmed within the limit on states".to_owned(),
    };
    finding
}

fn print_text(found: &[Finding]) {
    for finding in found {
        println!("warning[{}]: {}", finding.kind, finding.message);
        for place in &finding.places {
            println!("  --> {place}");
        }
        let error = match (finding.error, finding.steps) {
            (Some(error), Some(steps)) => format!(": {error} after {steps} steps"),
            _ => String::new(),
        };
        println!("  {}{error} ({} states)\n", finding.outcome, finding.states);
    }
    let confirmed = found.iter().filter(|finding| finding.confirmed).count();
    let warnings = match found.len() {
        1 => "1 warning".to_owned(),
        count => format!("{count} warnings"),
    };
    println!("{warnings}, {confirmed} confirmed");
}
