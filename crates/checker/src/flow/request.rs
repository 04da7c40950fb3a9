//! What is asked of a rule, and why it may not be answered.

use trailhound_flow::build::{BuildError, BuildOptions};
use trailhound_flow::constraint::UnknownName;
use trailhound_flow::property::{ConstraintName, Property, SyntaxError};
use trailhound_flow::search::SearchName;
use trailhound_flow::subject::SubjectError;
use trailhound_search::Limits;
use trailhound_trail::{AutomatonText, ProgramRequest};

use crate::session::{ResourceLimits, Session};
use crate::verdict::Verdict;

/// A program and a rule of sequences of its events. The defaults are those of
/// `trailhound flow`.
#[derive(Clone, Debug)]
pub struct Flow {
    pub program: ProgramRequest,
    /// The events and the rule, as in docs/flow.md, with the name of the file.
    pub rule: AutomatonText,
    /// Constraints besides those of the rule's file.
    pub constraints: Vec<String>,
    /// Add constraints to those given, too.
    pub refine: bool,
    pub search: SearchName,
    /// Threads that a loop may start before they are taken as any number of them.
    pub threads: u32,
    pub max_tuples: Option<u64>,
    /// States of the program that may be searched for an execution that breaks the rule.
    pub max_states: u64,
    /// Look for an execution that breaks the rule.
    pub search_executions: bool,
    /// Draw the trace flow graph.
    pub draw: bool,
    pub limits: ResourceLimits,
}

#[derive(Debug, thiserror::Error)]
pub enum FlowError {
    /// There is no program to judge.
    #[error("{}", refusal(.0))]
    Program(Box<Verdict>),
    #[error(transparent)]
    Rule(#[from] SyntaxError),
    #[error(transparent)]
    Build(#[from] BuildError),
    #[error(transparent)]
    Name(#[from] UnknownName),
    #[error(transparent)]
    Subject(#[from] SubjectError),
}

fn refusal(verdict: &Verdict) -> String {
    let reason = verdict.reason.clone().unwrap_or_default();
    match &verdict.compiler_output {
        Some(output) => format!("{reason}\n{output}"),
        None => reason,
    }
}

impl Flow {
    pub fn new(program: ProgramRequest, rule: AutomatonText) -> Flow {
        Flow {
            program,
            rule,
            constraints: Vec::new(),
            refine: false,
            search: SearchName::USUAL,
            threads: BuildOptions::THREADS,
            max_tuples: None,
            max_states: Flow::MAX_STATES,
            search_executions: true,
            draw: false,
            limits: ResourceLimits::default(),
        }
    }

    pub const THREADS: u32 = BuildOptions::THREADS;
    pub const MAX_STATES: u64 = 200_000;

    /// The rule, with the constraints of the request.
    pub(super) fn property(&self) -> Result<Property, SyntaxError> {
        let AutomatonText { file, text } = &self.rule;
        let mut property = Property::parse(text, file)?;
        for text in &self.constraints {
            let name = ConstraintName::parse(text)?;
            property.constraints.get_or_insert_default().push(name);
        }
        Ok(property)
    }

    pub(super) fn tuple_limits(&self, session: &Session) -> Limits {
        let budget = session.budget();
        Limits {
            states: self.max_tuples,
            time: budget.time_left(),
            memory_bytes: budget.memory().and_then(|bytes| bytes.try_into().ok()),
            budget,
            ..Limits::default()
        }
    }
}
