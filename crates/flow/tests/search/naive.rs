//! The meaning of paths, spelled out: one node after the other in the whole graph, with the
//! place of every task, the value of every variable and the owner of every mutex, guessed
//! where it is not known. Slow and simple, to compare with.

use std::collections::{BTreeMap, HashSet};

use trailhound_flow::action::{Action, Object};
use trailhound_flow::constraint::Constraint;
use trailhound_flow::graph::{NodeId, TaskId, TraceFlowGraph};
use trailhound_flow::matching::seen;
use trailhound_flow::property::Property;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Situation {
    node: NodeId,
    rule: u32,
    /// The last node of each ordered task.
    places: Vec<Option<NodeId>>,
    /// The value of each variable; 9 stands for any other.
    values: Vec<i64>,
    owners: Vec<Option<TaskId>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Trap,
    Violated,
}

pub struct Naive<'g> {
    graph: &'g TraceFlowGraph,
    property: &'g Property,
    tasks: Vec<TaskId>,
    variables: Vec<Object>,
    locks: Vec<Object>,
}

const VALUES: [i64; 4] = [0, 1, 2, 9];

impl<'g> Naive<'g> {
    pub fn new(
        graph: &'g TraceFlowGraph,
        property: &'g Property,
        constraints: &[Constraint],
    ) -> Naive<'g> {
        let mut naive = Naive {
            graph,
            property,
            tasks: Vec::new(),
            variables: Vec::new(),
            locks: Vec::new(),
        };
        for constraint in constraints {
            match constraint {
                Constraint::Task { task, .. } => naive.tasks.push(*task),
                Constraint::Variable(name) => naive.variables.push(Object(name.clone())),
                Constraint::Lock(name) => naive.locks.push(Object(name.clone())),
                Constraint::Context { .. } => panic!("no contexts here"),
            }
        }
        naive
    }

    fn has(&self, node: NodeId, task: TaskId) -> bool {
        self.graph.nodes[node.0 as usize].tasks.contains(&task)
    }

    /// Random graphs begin every task with a node that has the action `Start`.
    fn may_execute(&self, task: TaskId, place: Option<NodeId>, node: NodeId) -> bool {
        match place {
            None => {
                let node = &self.graph.nodes[node.0 as usize];
                node.actions.contains(&Action::Start) && node.tasks.last() == Some(&task)
            }
            Some(place) => self.graph.nodes[place.0 as usize].next.contains(&node),
        }
    }

    fn may_end(&self, task: TaskId, place: Option<NodeId>) -> bool {
        let Some(place) = place else {
            // In these graphs only the way from the start of main to the end avoids a task.
            return self.graph.tasks[task.0 as usize].cut || self.may_be_avoided();
        };
        let next = &self.graph.nodes[place.0 as usize].next;
        self.graph.tasks[task.0 as usize].cut
            || next.contains(&self.graph.final_node)
            || !next.iter().any(|&next| self.has(next, task))
    }

    fn may_be_avoided(&self) -> bool {
        let begin = self.graph.nodes[0].next[0];
        let next = &self.graph.nodes[begin.0 as usize].next;
        next.contains(&self.graph.final_node)
    }

    /// What becomes of a variable: all possibilities.
    fn values(&self, variable: &Object, node: NodeId, value: i64) -> Vec<i64> {
        let mut values = vec![value];
        for action in &self.graph.nodes[node.0 as usize].actions {
            values = match action {
                Action::Write { object, value } => match (object, value) {
                    (Some(object), _) if object != variable => values,
                    (Some(_), Some(value)) => vec![*value],
                    (Some(_), None) => VALUES.to_vec(),
                    (None, _) => VALUES.to_vec(),
                },
                Action::Test {
                    object,
                    value,
                    equal,
                } if object == variable => {
                    values.retain(|held| (held == value) == *equal);
                    values
                }
                _ => values,
            };
        }
        values
    }

    fn owners(&self, lock: &Object, node: NodeId, owner: Option<TaskId>) -> Vec<Option<TaskId>> {
        let node = &self.graph.nodes[node.0 as usize];
        let mut owners = vec![owner];
        let task = node.tasks.first().copied();
        for action in &node.actions {
            let (object, is_lock) = match action {
                Action::Lock(object) => (object, true),
                Action::Unlock(object) => (object, false),
                _ => continue,
            };
            if object.as_ref().is_some_and(|object| object != lock) {
                continue;
            }
            let mut after = Vec::new();
            for owner in owners {
                if object.is_none() {
                    after.push(owner);
                }
                match (is_lock, owner) {
                    (true, None) => after.push(task),
                    (false, Some(_)) if owner == task => after.push(None),
                    _ => {}
                }
            }
            owners = after;
        }
        owners
    }

    fn initial(&self) -> Vec<Situation> {
        let mut all = vec![Situation {
            node: self.graph.initial,
            rule: self.property.rule.automaton.start(),
            places: vec![None; self.tasks.len()],
            values: vec![],
            owners: vec![None; self.locks.len()],
        }];
        for variable in &self.variables {
            let mut known: Vec<i64> = VALUES
                .iter()
                .flat_map(|&value| self.values(variable, self.graph.initial, value))
                .collect();
            known.sort_unstable();
            known.dedup();
            all = all
                .iter()
                .flat_map(|situation| {
                    known.iter().map(|&value| {
                        let mut situation = situation.clone();
                        situation.values.push(value);
                        situation
                    })
                })
                .collect();
        }
        all
    }

    fn next(&self, from: &Situation) -> Vec<Situation> {
        let nodes = self.graph.nodes[from.node.0 as usize].next.iter();
        let nodes: HashSet<NodeId> = nodes
            .chain(&*self.graph.precedes[from.node.0 as usize])
            .copied()
            .collect();
        let mut all = Vec::new();
        for node in nodes {
            all.extend(self.enter(from, node));
        }
        all
    }

    fn enter(&self, from: &Situation, node: NodeId) -> Vec<Situation> {
        let mut next = from.clone();
        next.node = node;
        for (place, &task) in next.places.iter_mut().zip(&self.tasks) {
            if self.has(node, task) {
                if !self.may_execute(task, *place, node) {
                    return vec![];
                }
                *place = Some(node);
            }
        }
        let mut all = vec![next];
        for (at, variable) in self.variables.iter().enumerate() {
            all = spread(&all, |situation| {
                self.values(variable, node, situation.values[at])
                    .into_iter()
                    .map(|value| {
                        let mut situation = situation.clone();
                        situation.values[at] = value;
                        situation
                    })
                    .collect()
            });
        }
        for (at, lock) in self.locks.iter().enumerate() {
            all = spread(&all, |situation| {
                self.owners(lock, node, situation.owners[at])
                    .into_iter()
                    .map(|owner| {
                        let mut situation = situation.clone();
                        situation.owners[at] = owner;
                        situation
                    })
                    .collect()
            });
        }
        if node == self.graph.final_node {
            return all;
        }
        let rule = &self.property.rule;
        spread(&all, |situation| {
            seen(self.graph, node, rule, &self.property.events)
                .into_iter()
                .map(|symbol| {
                    let mut situation = situation.clone();
                    if let Some(symbol) = symbol {
                        situation.rule = rule.automaton.next(situation.rule, symbol);
                    }
                    situation
                })
                .collect()
        })
    }

    fn is_violation(&self, situation: &Situation) -> bool {
        let rule = &self.property.rule.automaton;
        let mut tasks = situation.places.iter().zip(&self.tasks);
        situation.node == self.graph.final_node
            && !rule.is_accepting(situation.rule)
            && tasks.all(|(&place, &task)| self.may_end(task, place))
    }

    pub fn verdict(&self) -> Verdict {
        let trap = self.property.rule.automaton.trap();
        let mut open = self.initial();
        let mut known: HashSet<Situation> = open.iter().cloned().collect();
        let mut has_trap = false;
        while let Some(situation) = open.pop() {
            if self.is_violation(&situation) {
                return Verdict::Violated;
            }
            has_trap |= Some(situation.rule) == trap;
            for next in self.next(&situation) {
                if known.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        match has_trap {
            true => Verdict::Trap,
            false => Verdict::Holds,
        }
    }

    /// Whether a path can be taken; and, if it is `complete`, to a violation.
    pub fn allows(&self, path: &[NodeId], complete: bool) -> bool {
        let mut open: Vec<(usize, Situation)> =
            self.initial().into_iter().map(|s| (0, s)).collect();
        let mut known: HashSet<(usize, Situation)> = open.iter().cloned().collect();
        while let Some((done, situation)) = open.pop() {
            if done == path.len() && (!complete || self.is_violation(&situation)) {
                return true;
            }
            for next in self.next(&situation) {
                let fits = path.get(done) == Some(&next.node);
                if fits && known.insert((done + 1, next.clone())) {
                    open.push((done + 1, next));
                }
            }
        }
        false
    }
}

fn spread(all: &[Situation], to: impl Fn(&Situation) -> Vec<Situation>) -> Vec<Situation> {
    all.iter().flat_map(to).collect()
}

/// How often each verdict was met.
#[derive(Default)]
pub struct Tally(BTreeMap<String, usize>);

impl Tally {
    pub fn count(&mut self, verdict: Verdict) {
        *self.0.entry(format!("{verdict:?}")).or_default() += 1;
    }

    pub fn assert_all_met(&self, least: usize) {
        for verdict in [Verdict::Holds, Verdict::Trap, Verdict::Violated] {
            let count = self.0.get(&format!("{verdict:?}")).copied().unwrap_or(0);
            assert!(
                count >= least,
                "{verdict:?} was met {count} times: {:?}",
                self.0
            );
        }
    }
}
