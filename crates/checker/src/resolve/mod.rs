//! From a request and a compiled program to what is searched: places are marked, names have
//! their meaning, and automata are built. [`resolve`] is the only way there.

mod error;
mod events;
mod goals;
mod properties;
mod temporal;
mod values;

use std::sync::Arc;

use trailhound_flow::property::Property;
use trailhound_machine::{GivenFile, Options, Proposition, add_environment};
use trailhound_program::{FunctionId, Pc, Program};
use trailhound_trail::{AutomatonText, MachineRequest, ProgramRequest, VariableNames};

pub use error::ResolveError;
pub(crate) use events::{CALLED, called};
pub use properties::{Properties, PropertyError};
pub use temporal::{Temporal, violations_dot};

use crate::memory;
use crate::prepare::Prepared;
use crate::sharing::Sharing;
use crate::verdict::Verdict;

/// A program in which everything that the request names was found.
#[derive(Clone)]
pub struct Resolved {
    /// With places marked.
    pub program: Arc<Program>,
    pub names: Arc<VariableNames>,
    pub is_optimised: bool,
    pub compile_seconds: f64,
    pub link_seconds: f64,
    pub source: ProgramRequest,
    /// As asked for, with the granularity that the properties need and a memory model.
    pub machine: MachineRequest,
    /// What data choices too wide to enumerate try.
    pub values: Vec<i64>,
    pub temporal: Option<Temporal>,
    /// The operations of the place for one thread only.
    pub exclusive: Vec<(FunctionId, Pc)>,
    propositions: Vec<Proposition>,
}

/// Finds what the request names in the program.
pub fn resolve(
    prepared: Prepared,
    source: &ProgramRequest,
    machine: &MachineRequest,
) -> Result<Resolved, ResolveError> {
    let Prepared {
        mut program,
        names,
        is_optimised,
        compile_seconds,
        link_seconds,
    } = prepared;
    let mut machine = machine.clone();
    let model = *machine.memory.model.get_or_insert_default();
    if let Some(reason) = memory::refusal(model, &machine, &program) {
        return Err(ResolveError::Memory(reason));
    }
    if let Some(reason) = GivenFile::conflict(&machine.files) {
        return Err(ResolveError::Files(reason));
    }
    add_environment(&mut program, &machine.environment);
    properties::mark(&mut program, &machine.properties)?;
    if let Some(AutomatonText { file, text }) = &machine.properties.sequence {
        let property = Property::parse(text, file);
        let property = property.map_err(|error| ResolveError::Rule(error.to_string()))?;
        events::mark(&mut program, &property);
    }
    let exclusive = goals::mark(&mut program, &machine.goals)?;
    let propositions = properties::propositions(&program, &names, &machine.properties)?;
    let temporal = match machine.properties.is_temporal() {
        true => Some(Temporal::new(&mut machine)?),
        false => None,
    };
    let given = machine.values.clone();
    Ok(Resolved {
        values: given.unwrap_or_else(|| values::around_constants(&program)),
        program: Arc::new(program),
        names,
        is_optimised,
        compile_seconds,
        link_seconds,
        source: source.clone(),
        machine,
        temporal,
        exclusive,
        propositions,
    })
}

impl Resolved {
    /// The same program, called with other arguments. `panicking` are the tests among those that then run
    /// which pass by a panic.
    pub fn called_with(&self, arguments: Vec<String>, panicking: Vec<String>) -> Resolved {
        let mut resolved = self.clone();
        resolved.source.arguments = arguments;
        if resolved.program.panicking_tests != panicking {
            Arc::make_mut(&mut resolved.program).panicking_tests = panicking;
        }
        resolved
    }

    /// The options of a machine that runs the program.
    pub fn options(&self, sharing: Sharing) -> Options {
        let machine = &self.machine;
        let mut arguments = vec![self.source.program_name()];
        arguments.extend(self.source.arguments.iter().cloned());
        let usual = Options::default();
        Options {
            input: machine.input.clone(),
            files: machine.files.clone(),
            pipe_capacity: machine.pipe_capacity.unwrap_or(usual.pipe_capacity),
            granularity: machine.granularity,
            memory: machine.memory.options(),
            spurious_wakeups: machine.spurious_wakeups,
            leaks: machine.leaks,
            exit_status: machine.exit_status,
            thread_panics_allowed: machine.allow_thread_panics,
            share_everything: sharing == Sharing::Everything || machine.no_reduction,
            pass_bookkeeping: !machine.no_reduction,
            reduces: !machine.no_reduction && !machine.all_orders,
            wide_values: self.values.clone(),
            values_by_class: machine.values.is_none(),
            step_at_places: machine.step_at_places,
            arguments,
            exclusive: self.exclusive.clone(),
            propositions: self.propositions.clone(),
            goals_only: self.seeks_goals(),
            ..usual
        }
    }

    /// Whether only goals of the user count as errors.
    pub fn seeks_goals(&self) -> bool {
        let goals = &self.machine.goals;
        !goals.targets.is_empty() || goals.mutex.is_some()
    }

    /// Adds the times of the compiler to a verdict.
    pub(crate) fn timed(&self, verdict: Verdict) -> Verdict {
        Verdict {
            compile_seconds: self.compile_seconds,
            link_seconds: self.link_seconds,
            ..verdict
        }
    }
}
