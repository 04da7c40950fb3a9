//! Checks formulas and automata: searches the product of the program and the automaton of
//! violations for a lasso or a bad prefix, and tells it.

mod directed;
pub mod product;
mod searching;

use trailhound_machine::{Choice, Machine, Options, ProgramGraph, Races, Unfollowed};
use trailhound_property::Requirements;
use trailhound_search::{self as search, Monitor, Outcome, Weight};
use trailhound_trail::{self as trail, Continuation, Trail};

use crate::caveats::{VACUOUS, caveats};
use crate::choices::Tried;
use crate::limits::{budget, is_out_of_bounds, limits, not_exhausted};
use crate::reports::{AnalysisReport, RunReport, Strategy};
use crate::resolve::{Resolved, Temporal};
use crate::search_request::SearchRequest;
use crate::session::Session;
use crate::sharing::{self, SHARED_AFTER_ALL, Sharing};
use crate::telling::{told, walked, with_trail};
use crate::verdict::{Answer, Verdict};
use product::Product;
pub use product::{Alone, OfProgram};
use searching::{Searched, Searching};

type Choices = Vec<Choice>;

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
    unfollowed: Option<Unfollowed>,
    strategy: Strategy,
    runs: Vec<RunReport>,
    analysis: Option<AnalysisReport>,
    note: Option<String>,
}

impl sharing::Explored for Explored {
    fn missed_escape(&self) -> bool {
        self.missed_escape
    }

    fn is_certain(&self) -> bool {
        self.lasso.is_some() || self.problem.is_some()
    }
}

/// Searches for a violation of the properties of the request.
pub fn check(
    request: &SearchRequest,
    resolved: &Resolved,
    session: &Session,
) -> (Verdict, Sharing) {
    let checking = Checking {
        request,
        resolved,
        temporal: resolved.temporal.as_ref().expect("a temporal property"),
        session,
    };
    checking.conclude()
}

struct Checking<'a> {
    request: &'a SearchRequest,
    resolved: &'a Resolved,
    temporal: &'a Temporal,
    session: &'a Session,
}

impl Checking<'_> {
    fn conclude(&self) -> (Verdict, Sharing) {
        let (explored, sharing) = sharing::explore(self.session, Sharing::Tracked, |sharing| {
            self.explore(sharing)
        });
        let mut verdict = self.judge(&explored, sharing);
        let mut notes = self.temporal.notes.clone();
        if sharing == Sharing::Everything {
            notes.push(SHARED_AFTER_ALL.to_owned());
        }
        verdict.notes.splice(0..0, notes);
        let tried = explored.tried.notes(&self.resolved.program);
        verdict.notes.extend(tried);
        if verdict.answer != Answer::Error {
            verdict.notes.extend(explored.caveats);
        }
        verdict.notes.extend(explored.note);
        verdict.stats = Some(explored.outcome.stats);
        verdict.strategy = Some(explored.strategy);
        verdict.runs = explored.runs;
        verdict.analysis = explored.analysis;
        verdict.granularity = Some(self.resolved.machine.granularity);
        (verdict, sharing)
    }

    fn explore(&self, sharing: Sharing) -> Explored {
        let options = self.resolved.options(sharing);
        let machine = Machine::new(&self.resolved.program, options);
        let machine = machine.within(budget(self.request, self.session));
        let mut graph = ProgramGraph::new(machine, Races::Off);
        let search_options = search::Options {
            limits: limits(self.request, self.session),
            stop_at: Weight::Strong,
            ..search::Options::default()
        };
        let fair = self.resolved.machine.properties.fair;
        let product = Product::new(&mut graph, &self.temporal.violations, fair);
        let searching = Searching {
            request: self.request,
            resolved: self.resolved,
            session: self.session,
        };
        let (mut product, searched) = searching.search(product, &search_options);
        let Searched {
            mut outcome,
            lasso,
            strategy,
            runs,
            analysis,
            note,
        } = searched;
        if lasso.is_none() && self.request.shorten {
            let mut phase = self.session.phase("looking for a shorter way");
            shorten(&mut product, &search_options, &mut outcome, &mut phase);
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
            unfollowed: graph.machine.unfollowed.clone(),
            strategy,
            runs,
            analysis,
            note,
        }
    }

    fn judge(&self, explored: &Explored, sharing: Sharing) -> Verdict {
        if let Some(verdict) = self.violated(explored, sharing) {
            let verdict = Verdict {
                is_complete: not_exhausted(&explored.outcome, self.session).is_none(),
                ..verdict
            };
            return with_trail(self.resolved, sharing, verdict);
        }
        if let Some(reason) = not_exhausted(&explored.outcome, self.session) {
            return Verdict {
                ended_by_limit: is_out_of_bounds(&explored.outcome),
                ..Verdict::undecided(reason)
            };
        }
        if let Some(unfollowed) = &explored.unfollowed {
            return Verdict::undecided(unfollowed.to_string());
        }
        if let Some(left_out) = explored.tried.left_out(self.resolved.values.len()) {
            return Verdict::undecided(format!("no violation was found, but {left_out}"));
        }
        let note = "deadlocks, races and livelocks are looked for without --ltl and --automaton";
        Verdict {
            reason: Some(self.what_holds(explored)),
            is_complete: true,
            notes: vec![note.to_owned()],
            ..Verdict::new(Answer::Ok)
        }
    }

    /// The verdict from the violation or the error that was found.
    fn violated(&self, explored: &Explored, sharing: Sharing) -> Option<Verdict> {
        let options = self.resolved.options(sharing);
        let requirements = &self.temporal.requirements;
        if let Some((choices, cycle_start)) = &explored.lasso {
            self.session.answer_is_known();
            let cycle = Continuation::Cycle(*cycle_start);
            let told = tell(self.resolved, &options, requirements, choices, cycle);
            return Some(
                told.unwrap_or_else(|error| {
                    panic!("a lasso does not violate its property: {error}")
                }),
            );
        }
        let (problem, choices) = explored.problem.as_ref()?;
        self.session.answer_is_known();
        Some(match problem {
            trail::Problem::Violation { .. } => {
                let any = Continuation::Any;
                tell(self.resolved, &options, requirements, choices, any)
                    .unwrap_or_else(|error| panic!("a prefix violates no property: {error}"))
            }
            _ => walked(self.resolved, &options, problem, choices.clone(), None),
        })
    }

    /// What was shown, in a sentence.
    fn what_holds(&self, explored: &Explored) -> String {
        let properties = &self.resolved.machine.properties;
        let executions = match properties.fair {
            true => "fair execution",
            false => "execution",
        };
        let mut facts = Vec::new();
        match properties.ltl.as_slice() {
            [] => {}
            [formula] => facts.push(format!("`{formula}` holds of every {executions}")),
            formulas => {
                let all = formulas.join("`, `");
                facts.push(format!("`{all}` hold of every {executions}"));
            }
        }
        let automata = properties.automata.iter();
        facts.extend(automata.map(|text| format!("`{}` accepts no {executions}", text.file)));
        if !properties.always.is_empty() {
            let all = properties.always.join("`, `");
            facts.push(format!("`{all}` in every state"));
        }
        if explored.is_vacuous {
            facts.push(VACUOUS.to_owned());
        }
        facts.join("; ")
    }
}

/// States that are looked at for a shorter way to a finding.
const SHORTENING: u64 = 300_000;

/// Puts the shortest way to a finding into `outcome`, if it is near.
fn shorten(
    product: &mut Product<'_, '_>,
    options: &search::Options,
    outcome: &mut Outcome,
    monitor: &mut dyn Monitor,
) {
    let Some(found) = &mut outcome.finding else {
        return;
    };
    let mut options = options.clone();
    options.limits.states = Some(SHORTENING);
    let again = search::bfs(product, &options, monitor);
    if let Some(shorter) = again.finding
        && shorter.finding.weight == found.finding.weight
        && shorter.choices.len() < found.choices.len()
    {
        *found = shorter;
    }
}

/// The verdict from a violation, walked on a machine that knows nothing of the search.
pub fn tell(
    resolved: &Resolved,
    options: &Options,
    requirements: &Requirements,
    choices: &[Choice],
    continuation: Continuation,
) -> Result<Verdict, trail::ReplayError> {
    let Resolved { program, names, .. } = resolved;
    let problem = trail::reach_violation(program, options, choices, continuation, requirements)?;
    let mut report = trail::replay(program, names, options, choices, &problem);
    if let Continuation::Cycle(start) = continuation {
        report.cycle = Some(start + 1);
    }
    Ok(told(&problem, report, choices.to_vec(), None))
}

/// Walks a saved violation again.
pub fn replay(
    resolved: &Resolved,
    sharing: Sharing,
    trail: &Trail,
    continuation: Continuation,
) -> Verdict {
    let Some(temporal) = &resolved.temporal else {
        return Verdict::unsupported("the trail has no formula");
    };
    let options = resolved.options(sharing);
    let requirements = &temporal.requirements;
    let told = tell(
        resolved,
        &options,
        requirements,
        &trail.choices,
        continuation,
    );
    let verdict = told.unwrap_or_else(|error| Verdict::unsupported(error.to_string()));
    Verdict {
        granularity: Some(resolved.machine.granularity),
        ..verdict
    }
}
