//! `trailhound check --ltl` and `--automaton`: searches the product of the program and the
//! automaton of violations for a lasso or a bad start, and tells it.

use trailhound_host::write_whole;
use trailhound_machine::{Machine, Options, ProgramGraph, Races};
use trailhound_property::{Automaton, Requirements};
use trailhound_search::{self as search, Outcome, Weight, lasso};
use trailhound_trail::{
    self as trail, Continuation, Granularity, MachineSetup, ProgramSetup, Trail,
};

use crate::args::CheckArguments;
use crate::caveats::{VACUOUS, caveats};
use crate::check::{TOO_MANY_THREADS, budget, is_out_of_bounds, limits, not_exhausted, save, told};
use crate::choices::Tried;
use crate::conclusion::{Conclusion, Verdict};
use crate::guard;
use crate::prepare::Prepared;
use crate::product::{OfProgram, Product};
use crate::progress::Progress;

type Choices = Vec<(u32, u32)>;

/// What is required, and the automaton of its violations.
pub struct Temporal {
    pub requirements: Requirements,
    pub violations: Automaton,
    pub notes: Vec<String>,
}

impl Temporal {
    /// Reads formulas and automata of the setup, and decides which reductions they allow.
    pub fn new(machine: &mut MachineSetup) -> Result<Temporal, Box<Conclusion>> {
        let refused = |text: String| Box::new(Conclusion::unsupported(text));
        let requirements = machine.properties.requirements();
        let requirements = requirements.map_err(|error| refused(error.to_string()))?;
        let violations = requirements
            .violations()
            .map_err(|error| refused(error.to_string()))?;
        let mut notes = Vec::new();
        if !violations.is_stutter_invariant() {
            machine.granularity = Granularity::Instruction;
            machine.no_reduction = true;
            let cause = match machine.properties.automata.is_empty() {
                true => "the formula has an X, which counts steps",
                false => "not all that is required is known to be stutter-invariant",
            };
            notes.push(format!(
                "{cause}: searched without reductions, by instructions; what a thread does \
                 while it is alone is one step up to the next write to a variable of the \
                 property"
            ));
        }
        Ok(Temporal {
            requirements,
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
    tried: Tried,
    is_vacuous: bool,
    caveats: Option<String>,
    threads_left_out: bool,
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
        && let Err(cause) = write_whole(path, temporal.violations.to_dot().as_bytes())
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
    let found = explored.lasso.is_some() || explored.problem.is_some();
    if explored.missed_escape && !found && !guard::interrupted() {
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
    conclusion
        .notes
        .extend(explored.tried.notes(&prepared.program));
    if conclusion.verdict != Verdict::Error {
        conclusion.notes.extend(explored.caveats);
    }
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
    let program =
        Machine::new(&prepared.program, options.clone()).within(budget(&arguments.search));
    let mut graph = ProgramGraph::new(program, Races::Off);
    let search_options = search::Options {
        limits: limits(&arguments.search),
        stop_at: Weight::Strong,
        ..search::Options::default()
    };
    let mut progress = Progress::new("searching for a lasso", arguments.output.quiet);
    let mut product = Product::new(&mut graph, &temporal.violations, machine.properties.fair);
    let (mut outcome, lasso) = lasso(&mut product, &search_options, &mut progress);
    if lasso.is_none() && !arguments.search.no_shorten {
        shorten(&mut product, &search_options, &mut outcome, &mut progress);
    }
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
        tried: Tried::by(&graph.machine),
        is_vacuous: graph.is_vacuous(),
        caveats: caveats(&graph),
        threads_left_out: graph.machine.threads_left_out,
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
    if explored.lasso.is_some() || explored.problem.is_some() {
        guard::answer_is_known();
    }
    if let Some((choices, cycle_start)) = &explored.lasso {
        let requirements = &temporal.requirements;
        let cycle = Continuation::Cycle(*cycle_start);
        let mut conclusion = tell(prepared, &options, requirements, choices, cycle)
            .unwrap_or_else(|error| panic!("a lasso does not violate its property: {error}"));
        save(arguments, prepared, setup, machine, &mut conclusion);
        return conclusion;
    }
    if let Some((problem, choices)) = &explored.problem {
        let mut conclusion = match problem {
            trail::Problem::Violation { .. } => {
                let requirements = &temporal.requirements;
                tell(prepared, &options, requirements, choices, Continuation::Any)
                    .unwrap_or_else(|error| panic!("a start violates no property: {error}"))
            }
            _ => {
                let Prepared { program, names, .. } = prepared;
                let report = trail::replay(program, names, &options, choices, problem);
                told(problem, report, choices.clone(), None)
            }
        };
        save(arguments, prepared, setup, machine, &mut conclusion);
        return conclusion;
    }
    let undecided = |reason: String| Conclusion {
        reason: Some(reason),
        ..Conclusion::new(Verdict::Undecided)
    };
    if let Some(reason) = not_exhausted(&explored.outcome) {
        return Conclusion {
            ended_by_limit: is_out_of_bounds(&explored.outcome),
            ..undecided(reason)
        };
    }
    if explored.threads_left_out {
        return undecided(TOO_MANY_THREADS.to_owned());
    }
    if let Some(left_out) = explored.tried.left_out(machine.values.len()) {
        return undecided(format!("no violation was found, but {left_out}"));
    }
    let executions = if machine.properties.fair {
        "fair execution"
    } else {
        "execution"
    };
    let (formulas, automata) = (&machine.properties.ltl, &machine.properties.automata);
    let mut facts = Vec::new();
    match formulas.len() {
        0 => {}
        1 => facts.push(format!("`{}` holds of every {executions}", formulas[0])),
        _ => {
            let all = formulas.join("`, `");
            facts.push(format!("`{all}` hold of every {executions}"));
        }
    }
    let automata = automata.iter();
    facts.extend(automata.map(|setup| format!("`{}` accepts no {executions}", setup.file)));
    if !machine.properties.always.is_empty() {
        let all = machine.properties.always.join("`, `");
        facts.push(format!("`{all}` in every state"));
    }
    if explored.is_vacuous {
        facts.push(VACUOUS.to_owned());
    }
    let note = "deadlocks, races and livelocks are looked for without --ltl and --automaton";
    Conclusion {
        reason: Some(facts.join("; ")),
        notes: vec![note.to_owned()],
        ..Conclusion::new(Verdict::Ok)
    }
}

/// States that are looked at for a shorter way to a finding.
const SHORTENING: u64 = 300_000;

/// Puts the shortest way to a finding into `outcome`, if it is near.
fn shorten(
    product: &mut Product<'_, '_>,
    options: &search::Options,
    outcome: &mut Outcome,
    progress: &mut Progress,
) {
    let Some(found) = &mut outcome.finding else {
        return;
    };
    let mut options = options.clone();
    options.limits.states = Some(SHORTENING);
    let again = search::bfs(product, &options, progress);
    if let Some(shorter) = again.finding
        && shorter.finding.weight == found.finding.weight
        && shorter.choices.len() < found.choices.len()
    {
        *found = shorter;
    }
}

/// The conclusion from a violation, walked on a machine that knows nothing of the search.
pub fn tell(
    prepared: &Prepared,
    options: &Options,
    requirements: &Requirements,
    choices: &[(u32, u32)],
    continuation: Continuation,
) -> Result<Conclusion, trail::ReplayError> {
    let Prepared { program, names, .. } = prepared;
    let problem = trail::reach_violation(program, options, choices, continuation, requirements)?;
    let mut report = trail::replay(program, names, options, choices, &problem);
    if let Continuation::Cycle(start) = continuation {
        report.cycle = Some(start + 1);
    }
    Ok(told(&problem, report, choices.to_vec(), None))
}

/// Walks a saved violation again.
pub fn replay(
    prepared: &Prepared,
    machine: &MachineSetup,
    trail: &Trail,
    continuation: Continuation,
) -> Conclusion {
    let requirements = match machine.properties.requirements() {
        Ok(requirements) => requirements,
        Err(error) => return Conclusion::unsupported(error.to_string()),
    };
    let options = machine.options(&trail.program);
    let told = tell(
        prepared,
        &options,
        &requirements,
        &trail.choices,
        continuation,
    );
    let mut conclusion = told.unwrap_or_else(|error| Conclusion::unsupported(error.to_string()));
    conclusion.granularity = Some(machine.granularity);
    conclusion
}
