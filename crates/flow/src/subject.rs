//! What is verified: the part of a graph that a property and its constraints see, with all
//! automata over its nodes. It does not know how it is searched.

use smallvec::SmallVec;

use crate::automaton::{Dfa, State};
use crate::constraint::{
    Constraint, NodeAutomaton, TaskAutomaton, context_automaton, lock_automaton, variable_automaton,
};
use crate::graph::{NodeId, TaskId, TraceFlowGraph};
use crate::matching::{doubled, seen};
use crate::projection::{Projection, Relation};
use crate::property::{Event, Property};

/// A graph, a property and constraints, ready to be searched. Nodes are numbered anew.
#[derive(Clone, Debug)]
pub struct Subject {
    /// By number, the node of the graph.
    pub nodes: Vec<NodeId>,
    pub initial: u32,
    pub last: u32,
    /// Which node may directly follow which.
    pub follows: Relation,
    pub rule: Dfa,
    /// By node: the symbols that the property may see; empty where it sees nothing.
    pub seen: Vec<SmallVec<[Option<usize>; 2]>>,
    pub tasks: Vec<TaskAutomaton>,
    pub automata: Vec<NodeAutomaton>,
    /// The constraints of `tasks`, then those of `automata`.
    pub names: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SubjectError {
    #[error(
        "the constraint `{0}` is too large: more than 64 states over events that the \
         program's text does not tell apart"
    )]
    TooLarge(String),
    #[error(
        "two events of a rule happen in one step{}; name one of them only",
        .0.as_ref().map(|place| format!(" at {place}")).unwrap_or_default()
    )]
    Doubled(Option<String>),
}

impl Subject {
    pub fn new(
        graph: &TraceFlowGraph,
        property: &Property,
        constraints: &[Constraint],
    ) -> Result<Subject, SubjectError> {
        Subject::with(graph, property, constraints, &[])
    }

    /// The same with `more` constraints that are automata already.
    pub fn with(
        graph: &TraceFlowGraph,
        property: &Property,
        constraints: &[Constraint],
        more: &[NodeAutomaton],
    ) -> Result<Subject, SubjectError> {
        let rule = &property.rule;
        let contexts = constraints.iter().filter_map(Constraint::rule);
        for rule in contexts.chain([rule]) {
            if let Some(node) = doubled(graph, rule, &property.events) {
                let place = graph.nodes[node.0 as usize].place.clone();
                return Err(SubjectError::Doubled(place));
            }
        }
        let is_end = |node: NodeId| node == graph.initial || node == graph.final_node;
        let all_nodes = || (0..graph.nodes.len() as u32).map(NodeId);
        let seen: Vec<_> = all_nodes()
            .map(|node| match seen(graph, node, rule, &property.events) {
                seen if is_end(node) || seen[..] == [None] => SmallVec::new(),
                seen => seen,
            })
            .collect();
        let (mut automata, mut names) = (Vec::new(), Vec::new());
        let mut ordered: Vec<TaskId> = Vec::new();
        for constraint in constraints {
            match constraint {
                Constraint::Task { task, .. } => ordered.push(*task),
                other => {
                    automata.push(automaton(graph, other, &property.events)?);
                    names.push(other.to_string());
                }
            }
        }
        automata.extend(more.iter().cloned());
        names.extend(more.iter().map(|_| "path".to_owned()));
        let meets = |node: NodeId| {
            let tasks = &graph.nodes[node.0 as usize].tasks;
            tasks.iter().filter(|task| ordered.contains(task)).count() > 1
        };
        let kept = |node: NodeId| {
            is_end(node)
                || !seen[node.0 as usize].is_empty()
                || meets(node)
                || automata.iter().any(|automaton| automaton.sees(node))
        };
        let projection = Projection::new(graph, kept);
        let number = |node: NodeId| {
            let number = projection.numbers[node.0 as usize];
            NodeId(number.expect("automata name nodes that they see"))
        };
        let tasks: Vec<TaskAutomaton> = ordered
            .iter()
            .filter_map(|&task| TaskAutomaton::new(graph, task, kept))
            .filter(|automaton| automaton.states() > 1 || !automaton.accepting[0])
            .map(|automaton| automaton.renumbered(number))
            .collect();
        let names = tasks
            .iter()
            .map(|automaton| format!("task {}", graph.tasks[automaton.task.0 as usize].name))
            .chain(names)
            .collect();
        let automata = automata
            .iter()
            .map(|automaton| automaton.restricted(&projection.nodes))
            .collect();
        Ok(Subject {
            initial: number(graph.initial).0,
            last: number(graph.final_node).0,
            seen: projection
                .nodes
                .iter()
                .map(|node| seen[node.0 as usize].clone())
                .collect(),
            nodes: projection.nodes,
            follows: projection.follows,
            rule: rule.automaton.clone(),
            tasks,
            automata,
            names,
        })
    }

    /// The states that the property may be in after a node.
    pub fn after(&self, state: State, node: u32) -> SmallVec<[State; 2]> {
        let seen = &self.seen[node as usize];
        let mut states: SmallVec<[State; 2]> = SmallVec::new();
        if seen.is_empty() {
            states.push(state);
        }
        for symbol in seen {
            let next = symbol.map_or(state, |symbol| self.rule.next(state, symbol));
            if !states.contains(&next) {
                states.push(next);
            }
        }
        states
    }
}

fn automaton(
    graph: &TraceFlowGraph,
    constraint: &Constraint,
    events: &[Event],
) -> Result<NodeAutomaton, SubjectError> {
    match constraint {
        Constraint::Variable(name) => Ok(variable_automaton(graph, name)),
        Constraint::Lock(name) => Ok(lock_automaton(graph, name)),
        Constraint::Context { rule, .. } => context_automaton(graph, rule, events)
            .ok_or_else(|| SubjectError::TooLarge(constraint.to_string())),
        Constraint::Task { .. } => unreachable!("tasks have automata of their own"),
    }
}
