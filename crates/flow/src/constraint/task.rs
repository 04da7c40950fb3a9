//! The control flow of one task as an automaton: its nodes come in an order in which the
//! task can execute them.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::automaton::State;
use crate::graph::{NodeId, TaskId, TraceFlowGraph};

/// States are what can come next: after two nodes with the same next nodes the task is in
/// the same state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskAutomaton {
    pub task: TaskId,
    pub start: State,
    pub accepting: Vec<bool>,
    /// By state: the nodes that may come next, with the state after each.
    pub next: Vec<Vec<(NodeId, State)>>,
}

impl TaskAutomaton {
    /// The automaton of a task over the nodes for which `kept` holds. The other nodes are
    /// passed over. None where the order tells nothing: the task stands for many threads,
    /// or where it begins is not known.
    pub fn new(
        graph: &TraceFlowGraph,
        task: TaskId,
        kept: impl Fn(NodeId) -> bool,
    ) -> Option<TaskAutomaton> {
        let flow = TaskFlow { graph, task };
        if graph.tasks[task.0 as usize].many {
            return None;
        }
        let first = flow.first();
        if first.is_empty() {
            return None;
        }
        let is_cut = graph.tasks[task.0 as usize].cut;
        let after_start = flow.ahead(&first, &kept);
        let start_accepts = is_cut || after_start.ends || !is_certain(graph, task);
        let mut states = States::default();
        let start = states.number(start_accepts, after_start.nodes);
        // Nodes whose state is not known yet wait; numbering a state makes its nodes wait.
        let mut state_after: FxHashMap<NodeId, State> = FxHashMap::default();
        let mut at = 0;
        while at < states.all.len() {
            for node in states.all[at].1.clone() {
                if state_after.contains_key(&node) {
                    continue;
                }
                let after = flow.ahead(&flow.next(node), &kept);
                let accepts = is_cut || after.ends || flow.is_last(node);
                state_after.insert(node, states.number(accepts, after.nodes));
            }
            at += 1;
        }
        let next = states.all.iter().map(|(_, nodes)| {
            let steps = nodes.iter().map(|&node| (node, state_after[&node]));
            steps.collect()
        });
        Some(TaskAutomaton {
            task,
            start,
            next: next.collect(),
            accepting: states.all.iter().map(|&(accepts, _)| accepts).collect(),
        })
    }

    pub fn states(&self) -> usize {
        self.accepting.len()
    }

    /// The same over nodes with other numbers.
    pub fn renumbered(mut self, number: impl Fn(NodeId) -> NodeId) -> TaskAutomaton {
        for (node, _) in self.next.iter_mut().flatten() {
            *node = number(*node);
        }
        self
    }

    /// By state, what the cheapest path to an accepting state costs, where a node costs
    /// `cost`; none where there is no path.
    pub fn distances(&self, cost: impl Fn(NodeId) -> u32) -> Vec<Option<u32>> {
        let mut distances: Vec<Option<u32>> = self
            .accepting
            .iter()
            .map(|&accepts| accepts.then_some(0))
            .collect();
        // Automata of tasks are small and mostly lines: rounds until nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for state in (0..self.states()).rev() {
                let steps = self.next[state].iter();
                let best = steps
                    .filter_map(|&(node, next)| Some(distances[next as usize]? + cost(node)))
                    .min();
                if let Some(best) = best
                    && distances[state].is_none_or(|known| best < known)
                {
                    distances[state] = Some(best);
                    changed = true;
                }
            }
        }
        distances
    }
}

/// The states found so far, each with what can come next.
#[derive(Default)]
struct States {
    all: Vec<(bool, BTreeSet<NodeId>)>,
    numbers: FxHashMap<(bool, BTreeSet<NodeId>), State>,
}

impl States {
    fn number(&mut self, accepts: bool, nodes: BTreeSet<NodeId>) -> State {
        let state = (accepts, nodes);
        match self.numbers.get(&state) {
            Some(&number) => number,
            None => {
                let number = self.all.len() as State;
                self.all.push(state.clone());
                self.numbers.insert(state, number);
                number
            }
        }
    }
}

/// The part of a graph that one task executes.
struct TaskFlow<'g> {
    graph: &'g TraceFlowGraph,
    task: TaskId,
}

/// Where control can be next.
struct Ahead {
    nodes: BTreeSet<NodeId>,
    /// The task may end before any of the nodes.
    ends: bool,
}

impl TaskFlow<'_> {
    fn has(&self, node: NodeId) -> bool {
        self.graph.nodes[node.0 as usize].tasks.contains(&self.task)
    }

    fn next(&self, node: NodeId) -> Vec<NodeId> {
        let next = self.graph.nodes[node.0 as usize].next.iter().copied();
        next.filter(|&next| self.has(next)).collect()
    }

    fn is_last(&self, node: NodeId) -> bool {
        let next = &self.graph.nodes[node.0 as usize].next;
        next.contains(&self.graph.final_node) || !next.iter().any(|&next| self.has(next))
    }

    fn nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let all = (0..self.graph.nodes.len() as u32).map(NodeId);
        all.filter(|&node| self.has(node))
    }

    /// Where the task begins: at what follows the initial node, at what starts it, and at
    /// nodes that no other of its nodes leads to.
    fn first(&self) -> Vec<NodeId> {
        let mut first: BTreeSet<NodeId> = self.nodes().collect();
        for node in self.nodes() {
            for next in self.next(node) {
                if next != node {
                    first.remove(&next);
                }
            }
        }
        let starts = self.nodes().filter(|&node| {
            let node = &self.graph.nodes[node.0 as usize];
            let is_start = node.actions.contains(&crate::action::Action::Start);
            is_start && node.tasks.last() == Some(&self.task)
        });
        first.extend(starts);
        first.extend(self.next(self.graph.initial));
        first.into_iter().collect()
    }

    /// The kept nodes that control can come to through others, `from` included.
    fn ahead(&self, from: &[NodeId], kept: &impl Fn(NodeId) -> bool) -> Ahead {
        let mut ahead = Ahead {
            nodes: BTreeSet::new(),
            ends: false,
        };
        let mut seen: BTreeSet<NodeId> = from.iter().copied().collect();
        let mut open: Vec<NodeId> = from.to_vec();
        while let Some(node) = open.pop() {
            if kept(node) {
                ahead.nodes.insert(node);
                continue;
            }
            ahead.ends |= self.is_last(node);
            open.extend(
                self.next(node)
                    .into_iter()
                    .filter(|&next| seen.insert(next)),
            );
        }
        ahead
    }
}

/// Whether a task begins in every execution that ends.
fn is_certain(graph: &TraceFlowGraph, task: TaskId) -> bool {
    let tasks = || (0..graph.tasks.len() as u32).map(TaskId);
    let begins_first = |task: TaskId| {
        let first = graph.nodes[graph.initial.0 as usize].next.iter();
        first
            .map(|node| &graph.nodes[node.0 as usize])
            .any(|node| node.tasks.contains(&task))
    };
    let mut certain: Vec<TaskId> = tasks().filter(|&task| begins_first(task)).collect();
    let mut at = 0;
    while let Some(&starter) = certain.get(at) {
        at += 1;
        let shape = &graph.tasks[starter.0 as usize];
        if shape.many || shape.cut {
            continue;
        }
        let flow = TaskFlow {
            graph,
            task: starter,
        };
        for other in tasks() {
            // Does every path through the starter pass the other task's start?
            let touches = |node: NodeId| graph.nodes[node.0 as usize].tasks.contains(&other);
            if !certain.contains(&other) && !flow.ahead(&flow.first(), &touches).ends {
                certain.push(other);
            }
        }
    }
    certain.contains(&task)
}
