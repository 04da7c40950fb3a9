//! `trailhound check --ltl`: searches the product of the program and the automaton of the
//! formula's violations for a lasso, and tells it.

use std::fs;

use trailhound_machine::{
    Granularity as MachineGranularity, Machine, Options, ProgramGraph, Races,
};
use trailhound_property::{Automaton, Ltl};
use trailhound_search::{self as search, Outcome, Weight, lasso};
use trailhound_trail::{self as trail, Granularity, MachineSetup, ProgramSetup};

use crate::args::CheckArguments;
use crate::check::{limits, not_exhausted, saved_trail, told};
use crate::conclusion::{Conclusion, Verdict};
use crate::interrupt;
use crate::prepare::Prepared;
use crate::product::{OfProgram, Product};
use crate::progress::Progress;

type Choices = Vec<(u32, u32)>;

/// The formula and the automaton of its violations.
pub struct Temporal {
    pub property: Ltl,
    pub violations: Automaton,
    pub notes: Vec<String>,
}

impl Temporal {
    /// Reads the formula of the setup, and decides which reductions it allows.
    pub fn new(machine: &mut MachineSetup) -> Result<Temporal, Box<Conclusion>> {
        let refused = |text: String| Box::new(Conclusion::unsupported(text));
        let text = machine.properties.ltl.clone().unwrap_or_default();
        let property = Ltl::parse(&text).map_err(|error| refused(error.to_string()))?;
        let violations = property
            .violations()
            .map_err(|error| refused(error.to_string()))?;
        let mut notes = Vec::new();
        if !violations.is_stutter_invariant() {
            machine.granularity = Granularity::Instruction;
            machine.no_reduction = true;
            notes.push(
                "the formula has an X, which counts steps: searched without reductions, by \
                 instructions; what a thread does while it is alone is one step up to the next \
                 write to a variable of the formula"
                    .to_owned(),
            );
        }
        Ok(Temporal {
            property,
            violations,
            notes,
        })
    }
}

/// What the search of the product left behind.
struct Explored {
    outcome: Outcome,
    /// The choices and how many of them come before the cycle.
    lasso: Option<(Choices, usize)>,
    problem: Option<(trail::Problem, Choices)>,
    missed_escape: bool,
    values_left_out: bool,
}

pub fn check(
    arguments: &CheckArguments,
    prepared: &Prepared,
    setup: &ProgramSetup,
    machine: &mut MachineSetup,
) -> Conclusion {
    let temporal = match Temporal::new(machine) {
        Ok(temporal) => temporal,
        Err(refusal) => return *refusal,
    };
    let mut notes = temporal.notes.clone();
    if let Some(path) = &arguments.dot
        && let Err(cause) = fs::write(path, temporal.violations.to_dot())
    {
        return Conclusion::unsupported(format!("cannot write `{}`: {cause}", path.display()));
    }
    let mut explored = explore(
        arguments,
        prepared,
        &machine.options(setup),
        &temporal,
        machine,
    );
    if explored.missed_escape && explored.lasso.is_none() && !interrupt::requested() {
        machine.share_everything = true;
        notes.push("searched again with all memory taken as shared".to_owned());
        explored = explore(
            arguments,
            prepared,
            &machine.options(setup),
            &temporal,
            machine,
        );
    }
    let mut conclusion = judge(arguments, prepared, setup, machine, &temporal, &explored);
    conclusion.notes.splice(0..0, notes);
    conclusion.stats = Some(explored.outcome.stats);
    conclusion.granularity = Some(machine.granularity);
    conclusion
}

fn explore(
    arguments: &CheckArguments,
    prepared: &Prepared,
    options: &Options,
    temporal: &Temporal,
    machine: &MachineSetup,
) -> Explored {
    let mut graph = ProgramGraph::new(Machine::new(&prepared.program, options.clone()), Races::Off);
    let search_options = search::Options {
        limits: limits(&arguments.search),
        stop_at: Weight::Strong,
        ..search::Options::default()
    };
    let mut progress = Progress::new("searching for a lasso", arguments.output.quiet);
    let mut product = Product::new(&mut graph, &temporal.violations, machine.properties.fair);
    let (outcome, lasso) = lasso(&mut product, &search_options, &mut progress);
    let lasso = lasso.map(|lasso| {
        let mut choices = product.program_choices(&lasso.stem);
        let cycle_start = choices.len();
        choices.extend(product.program_choices(&lasso.cycle));
        (choices, cycle_start)
    });
    let found = outcome.finding.as_ref();
    let found = found.map(|found| (found.finding.id, product.program_choices(&found.choices)));
    Explored {
        lasso,
        problem: found.map(|(id, choices)| (graph.problems[id as usize].clone(), choices)),
        outcome,
        missed_escape: graph.machine.memory.missed_escape,
        values_left_out: graph.machine.values_left_out,
    }
}

fn judge(
    arguments: &CheckArguments,
    prepared: &Prepared,
    setup: &ProgramSetup,
    machine: &MachineSetup,
    temporal: &Temporal,
    explored: &Explored,
) -> Conclusion {
    let options = machine.options(setup);
    if let Some((choices, cycle_start)) = &explored.lasso {
        let property = &temporal.property;
        let mut conclusion = tell(prepared, &options, property, choices, *cycle_start)
            .unwrap_or_else(|error| panic!("a lasso does not violate its property: {error}"));
        save(arguments, prepared, setup, machine, &mut conclusion);
        return conclusion;
    }
    if let Some((problem, choices)) = &explored.problem {
        let report = trail::replay(
            &prepared.program,
            &prepared.types,
            &options,
            choices,
            problem,
        );
        let mut conclusion = told(problem, report, choices.clone(), None);
        save(arguments, prepared, setup, machine, &mut conclusion);
        return conclusion;
    }
    let undecided = |reason: String| Conclusion {
        reason: Some(reason),
        ..Conclusion::new(Verdict::Undecided)
    };
    if let Some(reason) = not_exhausted(&explored.outcome, &arguments.search) {
        return undecided(reason);
    }
    if explored.values_left_out {
        let count = machine.values.len();
        return undecided(format!(
            "no violation was found, but data choices tried only {count} of their values"
        ));
    }
    let executions = if machine.properties.fair {
        "fair execution"
    } else {
        "execution"
    };
    let property = temporal.property.text();
    let note = "deadlocks, races and livelocks are looked for without --ltl";
    Conclusion {
        reason: Some(format!("`{property}` holds of every {executions}")),
        notes: vec![note.to_owned()],
        ..Conclusion::new(Verdict::Ok)
    }
}

fn save(
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

/// The conclusion from a lasso, walked on a machine that knows nothing of the search.
pub fn tell(
    prepared: &Prepared,
    options: &Options,
    property: &Ltl,
    choices: &[(u32, u32)],
    cycle_start: usize,
) -> Result<Conclusion, trail::ReplayError> {
    let Prepared { program, types, .. } = prepared;
    let problem = trail::reach_lasso(program, options, choices, cycle_start, property)?;
    let mut report = trail::replay(program, types, options, choices, &problem);
    report.cycle = Some(cycle_start + 1);
    Ok(told(&problem, report, choices.to_vec(), None))
}

/// Walks a saved lasso again.
pub fn replay(
    prepared: &Prepared,
    options: &Options,
    text: &str,
    choices: Choices,
    cycle_start: usize,
) -> Conclusion {
    let property = match Ltl::parse(text) {
        Ok(property) => property,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let told = tell(prepared, options, &property, &choices, cycle_start);
    let mut conclusion = told.unwrap_or_else(|error| Conclusion::unsupported(error.to_string()));
    conclusion.granularity = Some(match options.granularity {
        MachineGranularity::Shared => Granularity::Shared,
        MachineGranularity::Line => Granularity::Line,
        MachineGranularity::Instruction => Granularity::Instruction,
    });
    conclusion
}
