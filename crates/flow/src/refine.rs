//! Counterexample-guided refinement: as long as a path violates the property, constraints are
//! added that this path does not obey. It does not know whether the path is real.

use std::cell::{Cell, RefCell};
use std::time::Duration;

use trailhound_search::{Limits, Monitor};

use crate::constraint::{Constraint, NodeAutomaton, REJECTED};
use crate::graph::{NodeId, TaskId, TraceFlowGraph};
use crate::property::{ConstraintName, Property};
use crate::search::{AbstractPath, Allowance, Answer, Outcome, SearchName, Shared, search};
use crate::subject::{Subject, SubjectError};

/// What is refined, and by what.
pub struct Refinement<'a> {
    pub graph: &'a TraceFlowGraph,
    pub property: &'a Property,
    /// What may be added.
    pub candidates: Vec<Constraint>,
    pub search: SearchName,
    /// For all searches together, as far as time goes; each may store so many tuples.
    pub allowance: Allowance,
}

/// A search and what was added because of it.
#[derive(Clone, Debug)]
pub struct Round {
    pub outcome: Outcome,
    pub added: Vec<Constraint>,
}

#[derive(Clone, Debug)]
pub struct Refined {
    pub constraints: Vec<Constraint>,
    /// All searches; the last one has the answer.
    pub rounds: Vec<Round>,
    /// Whether there was time to try all constraints on the last path.
    pub tried: Tried,
}

/// How far the search for constraints that exclude a path has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    All,
    /// Whoever asked did not want to wait, or the time was over.
    Some,
}

impl Refined {
    pub fn answer(&self) -> &Answer {
        &self
            .rounds
            .last()
            .expect("there is a search")
            .outcome
            .answer
    }
}

/// What may be spent to see whether constraints exclude one path.
const MOST_TUPLES: u64 = 500_000;
const MOST_TIME: Duration = Duration::from_secs(5);

impl Refinement<'_> {
    /// Searches with `constraints`, adds what excludes the path that is found, and searches
    /// again; `tell` hears of every round. Ends when no path is found, when nothing excludes
    /// the one that is, at a limit, or when the monitor wants it to.
    pub fn run(
        &self,
        mut constraints: Vec<Constraint>,
        monitor: &mut dyn Monitor,
        mut tell: impl FnMut(&Round),
    ) -> Result<Refined, SubjectError> {
        let mut rounds = Vec::new();
        loop {
            let subject = Subject::new(self.graph, self.property, &constraints)?;
            let mut outcome = search(&subject, self.search, &self.allowance.left(), monitor)?;
            if outcome.answer == Answer::Violated(None) {
                // State Propagation knows no path: another search finds it.
                let left = self.allowance.left();
                outcome = search(&subject, SearchName::USUAL, &left, monitor)?;
            }
            let (added, tried) = match path_of(&outcome.answer) {
                Some(path) => self.excluding(&subject, path, &constraints, monitor)?,
                None => (Vec::new(), Tried::All),
            };
            let round = Round { outcome, added };
            tell(&round);
            constraints.extend(round.added.iter().cloned());
            let is_last = round.added.is_empty();
            rounds.push(round);
            if is_last {
                return Ok(Refined {
                    constraints,
                    rounds,
                    tried,
                });
            }
        }
    }

    /// Candidates that, added to `constraints`, exclude a path found with them: one if one is
    /// enough, else as few as need be. Empty where all of them together allow it, as far as
    /// they could be tried.
    pub fn excluding(
        &self,
        subject: &Subject,
        path: &AbstractPath,
        constraints: &[Constraint],
        monitor: &mut dyn Monitor,
    ) -> Result<(Vec<Constraint>, Tried), SubjectError> {
        let left: Vec<Constraint> = self
            .candidates
            .iter()
            .filter(|candidate| !constraints.contains(candidate))
            .cloned()
            .collect();
        let trial = Trial {
            refinement: self,
            constraints,
            following: following(self.graph, subject, path),
            is_complete: path.is_complete,
            monitor: RefCell::new(monitor),
            tried: Cell::new(Tried::All),
        };
        let excluding = self.fewest_of(path, &left, &trial)?;
        Ok((excluding, trial.tried.get()))
    }

    fn fewest_of(
        &self,
        path: &AbstractPath,
        left: &[Constraint],
        trial: &Trial<'_>,
    ) -> Result<Vec<Constraint>, SubjectError> {
        for candidate in left {
            let alone = std::slice::from_ref(candidate);
            if trial.excludes(alone)? {
                return Ok(alone.to_vec());
            }
        }
        // Several together: first those that have to do with the path, then what has to do
        // with these, and at last all.
        for related in layers(self.graph, path, left) {
            // Mutexes last: with them every step of every task counts.
            let is_lock = |constraint: &Constraint| matches!(constraint, Constraint::Lock(_));
            let mut without = related.clone();
            without.retain(|constraint| !is_lock(constraint));
            let has_locks = without.len() < related.len();
            if without.len() > 1 && trial.excludes(&without)? {
                return trial.fewest(without);
            }
            if has_locks && related.len() > 1 && trial.excludes(&related)? {
                return trial.fewest(related);
            }
        }
        Ok(Vec::new())
    }
}

/// One path, to be held against constraints.
struct Trial<'a> {
    refinement: &'a Refinement<'a>,
    /// Those that allow it.
    constraints: &'a [Constraint],
    following: NodeAutomaton,
    is_complete: bool,
    monitor: RefCell<&'a mut dyn Monitor>,
    tried: Cell<Tried>,
}

impl Trial<'_> {
    /// Leaves out what is not needed to exclude the path, tasks before mutexes and variables.
    fn fewest(&self, mut needed: Vec<Constraint>) -> Result<Vec<Constraint>, SubjectError> {
        let mut place = 0;
        while place < needed.len() {
            let mut fewer = needed.clone();
            fewer.remove(place);
            match self.excludes(&fewer)? {
                true => needed = fewer,
                false => place += 1,
            }
        }
        Ok(needed)
    }

    /// Whether the path is excluded when `added` are added.
    fn excludes(&self, added: &[Constraint]) -> Result<bool, SubjectError> {
        if self.tried.get() == Tried::Some {
            return Ok(false);
        }
        let all: Vec<Constraint> = self.constraints.iter().chain(added).cloned().collect();
        let more = std::slice::from_ref(&self.following);
        let refinement = self.refinement;
        let subject = Subject::with(refinement.graph, refinement.property, &all, more)?;
        let left = refinement.allowance.left().time;
        let limits = Limits {
            states: Some(MOST_TUPLES),
            time: Some(left.unwrap_or(MOST_TIME).min(MOST_TIME)),
            ..Limits::default()
        };
        let monitor = &mut Shared(&self.monitor);
        let outcome = search(&subject, SearchName::BestFirst, &limits, monitor)?;
        Ok(match outcome.answer {
            Answer::Holds => true,
            Answer::HoldsAtTheEnd(_) => self.is_complete,
            Answer::Violated(_) => false,
            // What came to a limit is not known, and not claimed.
            Answer::Undecided(_) => {
                if refinement.allowance.is_over() {
                    self.tried.set(Tried::Some);
                }
                false
            }
            Answer::Interrupted => {
                self.tried.set(Tried::Some);
                false
            }
        })
    }
}

/// The path of an answer, if there is one.
pub fn path_of(answer: &Answer) -> Option<&AbstractPath> {
    match answer {
        Answer::HoldsAtTheEnd(path) => Some(path),
        Answer::Violated(path) => path.as_ref(),
        Answer::Holds | Answer::Undecided(_) | Answer::Interrupted => None,
    }
}

/// Lets exactly those paths pass that come by the nodes of `path` in its order, and by no
/// others that `subject` sees; behind a path that is not complete, anything.
fn following(graph: &TraceFlowGraph, subject: &Subject, path: &AbstractPath) -> NodeAutomaton {
    let is_end = |node: NodeId| node == graph.initial || node == graph.final_node;
    let steps: Vec<NodeId> = path
        .steps
        .iter()
        .map(|step| step.node)
        .filter(|&node| !is_end(node))
        .collect();
    let end = steps.len() as u32;
    let mut effects = vec![None; graph.nodes.len()];
    let mut rows = Vec::new();
    for &node in subject.nodes.iter().filter(|&&node| !is_end(node)) {
        effects[node.0 as usize] = Some(rows.len() as u32);
        let next = |state: u32| match steps.get(state as usize) {
            Some(&wanted) if wanted == node => state + 1,
            None if !path.is_complete => state,
            _ => REJECTED,
        };
        rows.push((0..=end).map(next).collect());
    }
    NodeAutomaton {
        start: 0,
        accepting: (0..=end).map(|state| state == end).collect(),
        effects,
        rows,
    }
}

/// Growing sets of candidates: the tasks of the path, then by turns what these tasks lock and
/// test, and the tasks that change it.
fn layers(
    graph: &TraceFlowGraph,
    path: &AbstractPath,
    candidates: &[Constraint],
) -> Vec<Vec<Constraint>> {
    let last = path.trap.map_or(path.steps.len(), |trap| trap + 1);
    let steps = path.steps[..last].iter();
    let mut tasks: Vec<TaskId> = steps
        .flat_map(|step| graph.nodes[step.node.0 as usize].tasks.iter().copied())
        .collect();
    let mut others: Vec<&Constraint> = Vec::new();
    let mut layers: Vec<Vec<Constraint>> = Vec::new();
    loop {
        let is_in = |candidate: &&Constraint| match candidate {
            Constraint::Task { task, .. } => tasks.contains(task),
            other => others.contains(other),
        };
        let layer: Vec<Constraint> = candidates.iter().filter(is_in).cloned().collect();
        let is_same = layers.last().is_some_and(|last| last.len() == layer.len());
        let is_all = layer.len() == candidates.len();
        if !is_same {
            layers.push(layer);
        }
        if is_all {
            return layers;
        }
        // What the tasks look at, then who else touches that.
        let before = (tasks.len(), others.len());
        for candidate in candidates {
            let is_task = matches!(candidate, Constraint::Task { .. });
            let is_near = tasks.iter().any(|&task| touches(graph, task, candidate));
            if !is_task && !others.contains(&candidate) && is_near {
                others.push(candidate);
            }
        }
        if others.len() == before.1 {
            for task in (0..graph.tasks.len() as u32).map(TaskId) {
                let is_near = others.iter().any(|other| touches(graph, task, other));
                if !tasks.contains(&task) && is_near {
                    tasks.push(task);
                }
            }
        }
        if (tasks.len(), others.len()) == before {
            layers.push(candidates.to_vec());
            return layers;
        }
    }
}

/// Whether a task does something that the constraint sees.
fn touches(graph: &TraceFlowGraph, task: TaskId, constraint: &Constraint) -> bool {
    let name = match constraint {
        Constraint::Variable(name) => ConstraintName::Variable(name.clone()),
        Constraint::Lock(name) => ConstraintName::Lock(name.clone()),
        Constraint::Task { .. } | Constraint::Context { .. } => return false,
    };
    let own = graph.nodes.iter().filter(|node| node.tasks.contains(&task));
    let mut actions = own.flat_map(|node| &node.actions);
    actions.any(|action| name.asks_about(action))
}
