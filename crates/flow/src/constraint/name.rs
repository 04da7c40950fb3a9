//! Constraints by their names: what a graph has, and what each of them stands for.

use std::fmt;

use super::lock::mutexes;
use super::variable::tested;
use crate::action::Action;
use crate::graph::{TaskId, TraceFlowGraph};
use crate::matching::{Match, is_object, is_task};
use crate::property::{ConstraintName, Rule, nearest};

/// A constraint on the paths of one graph.
#[derive(Clone, Debug)]
pub enum Constraint {
    Task { task: TaskId, name: String },
    Variable(String),
    Lock(String),
    Context { name: String, rule: Rule },
}

impl fmt::Display for Constraint {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Constraint::Task { name, .. } => write!(out, "task {name}"),
            Constraint::Variable(name) => write!(out, "variable {name}"),
            Constraint::Lock(name) => write!(out, "lock {name}"),
            Constraint::Context { name, .. } => write!(out, "context {name}"),
        }
    }
}

impl PartialEq for Constraint {
    /// Two constraints of one name are the same.
    fn eq(&self, other: &Constraint) -> bool {
        self.to_string() == other.to_string()
    }
}

/// A name that the program does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {kind} of the program is called `{name}`{hint}")]
pub struct UnknownName {
    pub kind: &'static str,
    pub name: String,
    hint: String,
}

impl UnknownName {
    fn new(kind: &'static str, name: &str, known: &[&str]) -> UnknownName {
        let hint = match nearest(name, known.iter().copied()) {
            Some(meant) => format!("; did you mean `{meant}`?"),
            None if known.is_empty() => String::new(),
            None => format!("; there are {}", known.join(", ")),
        };
        UnknownName {
            kind,
            name: name.to_owned(),
            hint,
        }
    }
}

impl Constraint {
    /// The rule of a context.
    pub fn rule(&self) -> Option<&Rule> {
        match self {
            Constraint::Context { rule, .. } => Some(rule),
            _ => None,
        }
    }

    /// What a name stands for in a graph: `task worker` may be several constraints.
    ///
    /// Tasks that stand for any number of threads have no order of their own; naming them
    /// constrains nothing.
    pub fn named(
        graph: &TraceFlowGraph,
        name: &ConstraintName,
    ) -> Result<Vec<Constraint>, UnknownName> {
        match name {
            ConstraintName::Task(wanted) => {
                let tasks: Vec<TaskId> = all_tasks(graph)
                    .filter(|task| is_task(&graph.tasks[task.0 as usize].name, wanted))
                    .collect();
                if tasks.is_empty() {
                    let known: Vec<&str> = graph.tasks.iter().map(|t| t.name.as_str()).collect();
                    return Err(UnknownName::new("task", wanted, &known));
                }
                let tasks = tasks
                    .into_iter()
                    .filter(|task| !graph.tasks[task.0 as usize].many);
                Ok(tasks.map(|task| Constraint::task(graph, task)).collect())
            }
            ConstraintName::Variable(name) => {
                let known = tested(graph);
                match known.iter().any(|object| object.0 == *name) {
                    true => Ok(vec![Constraint::Variable(name.clone())]),
                    false => {
                        let known: Vec<&str> = known.iter().map(|o| o.0.as_str()).collect();
                        Err(UnknownName::new("tested variable", name, &known))
                    }
                }
            }
            ConstraintName::Lock(name) => {
                let known = mutexes(graph);
                match known.iter().any(|object| object.0 == *name) {
                    true => Ok(vec![Constraint::Lock(name.clone())]),
                    false => {
                        let known: Vec<&str> = known.iter().map(|o| o.0.as_str()).collect();
                        Err(UnknownName::new("mutex", name, &known))
                    }
                }
            }
            ConstraintName::Context { name, rule } => Ok(vec![Constraint::Context {
                name: name.clone(),
                rule: rule.clone(),
            }]),
        }
    }

    pub fn task(graph: &TraceFlowGraph, task: TaskId) -> Constraint {
        Constraint::Task {
            task,
            name: graph.tasks[task.0 as usize].name.clone(),
        }
    }

    /// Everything that can be generated for a graph.
    pub fn all(graph: &TraceFlowGraph) -> Vec<Constraint> {
        let tasks = all_tasks(graph).filter(|task| !graph.tasks[task.0 as usize].many);
        let locks = mutexes(graph);
        let variables = tested(graph);
        tasks
            .map(|task| Constraint::task(graph, task))
            .chain(locks.into_iter().map(|object| Constraint::Lock(object.0)))
            .chain(
                variables
                    .into_iter()
                    .map(|object| Constraint::Variable(object.0)),
            )
            .collect()
    }
}

impl ConstraintName {
    /// Whether the automaton of this constraint must see an action.
    pub fn asks_about(&self, action: &Action) -> bool {
        match (self, action) {
            (ConstraintName::Variable(name), Action::Test { object, .. }) => object.0 == *name,
            (ConstraintName::Variable(name), Action::Write { object, .. })
            | (ConstraintName::Lock(name), Action::Lock(object) | Action::Unlock(object)) => {
                is_object(object.as_ref(), name) != Match::No
            }
            _ => false,
        }
    }
}

fn all_tasks(graph: &TraceFlowGraph) -> impl Iterator<Item = TaskId> + use<> {
    (0..graph.tasks.len() as u32).map(TaskId)
}
