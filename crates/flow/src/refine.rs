//! Counterexample-guided refinement: as long as a path violates the property, constraints are
//! added that this path does not obey. It does not know whether the path is real.

use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

use trailhound_search::{Limits, Monitor};

use crate::constraint::{Constraint, NodeAutomaton, REJECTED};
use crate::graph::{NodeId, TaskId, TraceFlowGraph};
use crate::matching::{Match, is_event};
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
    /// Some together were too much to be tried.
    Most,
    /// The caller did not want to wait, or the time was over.
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
/// The same for one more constraint, of many that are tried.
const MOST_FOR_ONE: u64 = 100_000;
/// What may be spent to find constraints that exclude it together.
const MOST_GROWTH: Duration = Duration::from_secs(8);
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
            let mut outcome = search(&subject, self.search, &self.allowance.left(), monitor);
            if outcome.answer == Answer::Violated(None) {
                // State Propagation knows no path: another search finds it.
                let left = self.allowance.left();
                outcome = search(&subject, SearchName::USUAL, &left, monitor);
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
        if let Some(alone) = trial.one_of(left)? {
            return Ok(vec![alone]);
        }
        let layers = layers(self.graph, self.property, path, left);
        if let Some(enough) = self.grown(&layers, left, trial)? {
            return trial.fewest(enough);
        }
        // All at once: first those that have to do with the path, then what has to do with
        // these, and at last all.
        for related in layers {
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

    /// Constraints that together exclude the path of a trial, found one by one: what of the
    /// path is left under those found so far is held against each of the others. Where none
    /// excludes it, the next one near it is added, so that the path tells more; what makes it
    /// too much to search is left out.
    fn grown(
        &self,
        layers: &[Vec<Constraint>],
        left: &[Constraint],
        trial: &Trial<'_>,
    ) -> Result<Option<Vec<Constraint>>, SubjectError> {
        let growing = Instant::now();
        let mut grown: Vec<Constraint> = Vec::new();
        let mut open = left.to_vec();
        let (mut subject, mut answer) = trial.with(&grown)?;
        while let Some(path) = path_of(&answer)
            && trial.tried.get() != Tried::Some
            && growing.elapsed() < MOST_GROWTH
        {
            let constraints: Vec<Constraint> =
                trial.constraints.iter().chain(&grown).cloned().collect();
            let mut shared = Shared(&trial.monitor);
            let closer = Trial {
                refinement: self,
                constraints: &constraints,
                following: following(self.graph, &subject, path),
                is_complete: path.is_complete,
                monitor: RefCell::new(&mut shared),
                tried: Cell::new(trial.tried.get()),
            };
            let one = closer.one_of(&open)?;
            trial.tried.set(closer.tried.get());
            let mut near = layers.iter().flatten();
            let next = one.or_else(|| near.find(|next| open.contains(next)).cloned());
            let Some(next) = next else { return Ok(None) };
            open.retain(|other| *other != next);
            grown.push(next);
            let (with, then) = trial.with(&grown)?;
            match trial.judge(&then) {
                Some(true) => return Ok(Some(grown)),
                Some(false) => (subject, answer) = (with, then),
                None => drop(grown.pop()),
            }
        }
        Ok(None)
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
    /// The first candidate that excludes the path by itself.
    fn one_of(&self, candidates: &[Constraint]) -> Result<Option<Constraint>, SubjectError> {
        for candidate in candidates {
            let (_, answer) = self.within(std::slice::from_ref(candidate), MOST_FOR_ONE)?;
            if self.judge(&answer) == Some(true) {
                return Ok(Some(candidate.clone()));
            }
        }
        Ok(None)
    }

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

    /// Whether the path is excluded when `added` are added. What came to a limit is not known,
    /// and not claimed.
    fn excludes(&self, added: &[Constraint]) -> Result<bool, SubjectError> {
        let (_, answer) = self.with(added)?;
        Ok(self.judge(&answer).unwrap_or(false))
    }

    /// What is left of the path when `added` are added.
    fn with(&self, added: &[Constraint]) -> Result<(Subject, Answer), SubjectError> {
        self.within(added, MOST_TUPLES)
    }

    fn within(
        &self,
        added: &[Constraint],
        most_tuples: u64,
    ) -> Result<(Subject, Answer), SubjectError> {
        let all: Vec<Constraint> = self.constraints.iter().chain(added).cloned().collect();
        let more = std::slice::from_ref(&self.following);
        let refinement = self.refinement;
        let subject = Subject::with(refinement.graph, refinement.property, &all, more)?;
        if self.tried.get() == Tried::Some {
            return Ok((subject, Answer::Interrupted));
        }
        let left = refinement.allowance.left().time;
        let limits = Limits {
            states: Some(most_tuples),
            time: Some(left.unwrap_or(MOST_TIME).min(MOST_TIME)),
            ..Limits::default()
        };
        let monitor = &mut Shared(&self.monitor);
        let outcome = search(&subject, SearchName::BestFirst, &limits, monitor);
        Ok((subject, outcome.answer))
    }

    /// Whether an answer excludes the path; none where it is not known.
    fn judge(&self, answer: &Answer) -> Option<bool> {
        match answer {
            Answer::Holds => Some(true),
            Answer::HoldsAtTheEnd(_) => Some(self.is_complete),
            Answer::Violated(_) => Some(false),
            Answer::Undecided(_) => {
                let over = self.refinement.allowance.is_over();
                if self.tried.get() != Tried::Some {
                    self.tried.set(if over { Tried::Some } else { Tried::Most });
                }
                None
            }
            Answer::Interrupted => {
                self.tried.set(Tried::Some);
                None
            }
        }
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

/// Growing sets of candidates: the tasks of the path, or those that do what the property is
/// about where the path does nothing; then by turns what these tasks lock and test, and the tasks
/// that change it.
fn layers(
    graph: &TraceFlowGraph,
    property: &Property,
    path: &AbstractPath,
    candidates: &[Constraint],
) -> Vec<Vec<Constraint>> {
    let last = path.trap.map_or(path.steps.len(), |trap| trap + 1);
    let steps = path.steps[..last].iter();
    let mut tasks: Vec<TaskId> = steps
        .flat_map(|step| graph.nodes[step.node.0 as usize].tasks.iter().copied())
        .collect();
    if tasks.is_empty() {
        let nodes = (0..graph.nodes.len() as u32).map(NodeId);
        let does = nodes.filter(|&node| {
            let mut events = property.events.iter();
            events.any(|event| is_event(graph, node, event) != Match::No)
        });
        tasks = does
            .flat_map(|node| graph.nodes[node.0 as usize].tasks.iter().copied())
            .collect();
    }
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
