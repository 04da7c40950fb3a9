//! Judges sequence rules of events: from the program's text, and by real executions where the
//! text does not tell.

mod confirm;
mod doubts;
mod judge;
mod model;
mod observer;
mod obstacles;
mod participants;
mod proof;
mod real;
mod recognise;
mod request;
mod route;
mod verdict;

use trailhound_flow::build::{BuildError, ThreadPanics, inlined_meetings};
use trailhound_flow::dot::{Between, dot};
use trailhound_flow::property::Property;
use trailhound_flow::search::Allowance;
use trailhound_frontend::flag_to_keep_calls;
use trailhound_machine::Choice;
use trailhound_program::{Program, Trust};
use trailhound_trail::{AutomatonText, ProgramRequest};

pub use request::{Flow, FlowError};
pub use trailhound_flow::constraint::Constraint;
pub use trailhound_flow::search::{AbstractPath, SearchName as TupleSearch};
pub use verdict::{FlowVerdict, Judgement, RuleVerdict, ShownStep};

use crate::prepare::{Prepared, not_prepared, prepare_wide};
use crate::resolve::Resolved;
use crate::session::Session;
use crate::sharing::Sharing;
use crate::verdict::Verdict;
use crate::weak_atomics::WeakAtomics;
use judge::{Judge, Judged};
use model::Model;
use participants::Participants;
use real::{Met, Real, complaint};

impl Flow {
    pub fn run(&self) -> Result<FlowVerdict, FlowError> {
        self.run_in(&Session::new(self.limits))
    }

    /// The same in a session of the caller's, whose limits count.
    pub fn run_in(&self, session: &Session) -> Result<FlowVerdict, FlowError> {
        let property = self.property()?;
        let allowance = Allowance::new(&self.tuple_limits(session));
        let mut source = self.program.clone();
        let (prepared, model) = model_of(&mut source, &property, self.threads, session)?;
        let graph_dot = self.draw.then(|| dot(&model.graph, Between::None));
        let judge = Judge {
            request: self,
            property: &property,
            allowance: &allowance,
            session,
        };
        let case = judge.of(model)?;
        let mut notes = doubts::notes(&property, &case.model.graph, &prepared.program);
        let mut states = None;
        if let Some(path) = case.path().filter(|_| self.search_executions) {
            let real = Real {
                request: self,
                allowance: &allowance,
                graph: &case.model.graph,
                property: &property,
                source: &source,
                session,
            };
            match real.search(prepared.clone(), path) {
                Met::Violation(mut verdict) => {
                    verdict.notes.extend(case.model.notes);
                    verdict.notes.extend(notes);
                    let judgement = Judgement::Violated(verdict);
                    return Ok(FlowVerdict {
                        graph_dot,
                        judgement,
                    });
                }
                Met::Nothing(all) => states = Some(all),
                Met::NotAll(note) => notes.push(note),
            }
        }
        let without_panics = match case.holds() || states.is_some() {
            true => None,
            false => judge.without_panics(&case, &prepared)?,
        };
        let except_panics = without_panics.is_some();
        let told = without_panics.unwrap_or(case);
        notes.splice(0..0, told.model.notes);
        let judgement = Judgement::Judged(Box::new(RuleVerdict {
            is_about_nothing: doubts::is_about_nothing(&property, &told.model.graph),
            graph: told.model.graph,
            property,
            caveat: caveat(&told.judged, &prepared.program),
            judged: told.judged,
            states,
            except_panics,
            notes,
            build_seconds: told.model.seconds,
        }));
        Ok(FlowVerdict {
            graph_dot,
            judgement,
        })
    }
}

/// What is known of values in variables holds in an order of all accesses that every thread agrees with.
fn caveat(judged: &Judged, program: &Program) -> Option<String> {
    let constraints = &judged.refined.constraints;
    let rests_on_values = (constraints.iter()).any(|it| matches!(it, Constraint::Variable(_)));
    let weaker = WeakAtomics::of(program, &Trust::default());
    (rests_on_values && weaker.count > 0).then(|| weaker.caveat("`check` explores them"))
}

/// Compiles a program and builds its graph. Functions that are events must be called, and so must
/// those of the library in which threads meet: if Rust's compiler has inlined one, the program is
/// compiled once more without that.
fn model_of(
    program: &mut ProgramRequest,
    property: &Property,
    threads: u32,
    session: &Session,
) -> Result<(Prepared, Model), FlowError> {
    loop {
        let prepared = prepare_wide(program, session)
            .map_err(|error| FlowError::Program(Box::new(not_prepared(error, session))))?;
        let meetings = inlined_meetings(&prepared.program).into_iter();
        if !prepared.is_optimised && keep_calls(program, meetings) {
            continue;
        }
        match model::build(&prepared, property, threads, ThreadPanics::GoOn) {
            Ok(model) => return Ok((prepared, model)),
            Err(BuildError::Inlined(name))
                if keep_calls(program, symbol_of(&prepared.program, &name).into_iter()) => {}
            Err(error) => return Err(error.into()),
        }
    }
}

/// Makes Rust's compiler keep the calls of functions. False: it has been told so before, or the
/// functions are not Rust's.
fn keep_calls<'a>(program: &mut ProgramRequest, symbols: impl Iterator<Item = &'a str>) -> bool {
    let known = program.compiler_flags.len();
    for symbol in symbols.filter(|symbol| symbol.starts_with("_R")) {
        let flag = flag_to_keep_calls(symbol);
        if !program.compiler_flags.contains(&flag) {
            program.compiler_flags.push(flag);
        }
    }
    program.compiler_flags.len() > known
}

fn symbol_of<'a>(program: &'a Program, name: &str) -> Option<&'a str> {
    let mut functions = program.source.functions.iter();
    let function = functions.find(|function| function.display == name)?;
    Some(&function.symbol)
}

/// Walks a saved trail again, whose events break the rule that is saved with it.
pub fn replay(
    resolved: &Resolved,
    sharing: Sharing,
    session: &Session,
    choices: Vec<Choice>,
) -> Verdict {
    let Some(AutomatonText { file, text }) = &resolved.machine.properties.sequence else {
        return Verdict::unsupported("the trail has no rule");
    };
    let property = match Property::parse(text, file) {
        Ok(property) => property,
        Err(error) => return Verdict::unsupported(error.to_string()),
    };
    // Which thread is which is told by the graph.
    let prepared = Prepared {
        program: Program::clone(&resolved.program),
        names: resolved.names.clone(),
        is_optimised: resolved.is_optimised,
        compile_seconds: 0.0,
        link_seconds: 0.0,
    };
    let model = match model::build(&prepared, &property, Flow::THREADS, ThreadPanics::GoOn) {
        Ok(model) => model,
        Err(error) => return Verdict::unsupported(error.to_string()),
    };
    let tasks = &model.graph;
    let verified = Participants::new(tasks, &property)
        .ok()
        .and_then(|participants| {
            confirm::verify(
                resolved,
                sharing,
                (tasks, &participants),
                &property,
                &choices,
            )
        });
    match verified {
        Some(symbols) => {
            let message = complaint(&property, file, &symbols);
            confirm::tell(resolved, sharing, session, choices, message)
        }
        None => Verdict::unsupported("the trail does not break the rule that it promises to"),
    }
}
