//! The graph of a program's instructions: one node for each operation, edges inside
//! functions, and calls with the functions that they may enter. Knows nothing of what the
//! operations compute, and nothing of targets.

use crate::cost::Cost;
use std::ops::Range;
use trailhound_program::{FunctionId, Pc};

/// One operation of one function.
pub type NodeId = u32;

/// A node to go to, and what is left to do from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub node: NodeId,
    pub left: Cost,
}

impl From<NodeId> for Target {
    fn from(node: NodeId) -> Target {
        Target { node, left: 0 }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub to: NodeId,
    pub cost: Cost,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// The caller goes on when the callee has returned.
    Call,
    /// The callee runs on a thread of its own; the caller goes on by an ordinary edge.
    Spawn,
}

/// A call at a node, to one of a set of functions.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    pub at: NodeId,
    /// Which functions it may enter: index into [`Flow::targets`].
    pub targets: u32,
    /// The step into the callee, and the step back.
    pub enter: Cost,
    pub leave: Cost,
    /// Where the caller goes on.
    pub back: NodeId,
    /// Where an exception that leaves the callee is caught.
    pub pad: Option<NodeId>,
    /// Exceptions may leave the caller too: not all are caught.
    pub escapes: bool,
    pub kind: CallKind,
}

#[derive(Clone, Debug)]
pub struct Flow {
    /// The first node of each function, and one behind the last.
    first: Vec<NodeId>,
    function_of: Vec<FunctionId>,
    forward: Lists<Edge>,
    backward: Lists<Edge>,
    pub calls: Vec<Call>,
    calls_at: Lists<u32>,
    calls_back_to: Lists<u32>,
    calls_caught_at: Lists<u32>,
    calls_of_targets: Lists<u32>,
    /// Sets of functions that calls may enter.
    pub targets: Vec<Vec<FunctionId>>,
    targets_with: Lists<u32>,
    /// Nodes that return from their function, sorted.
    pub returns: Vec<NodeId>,
    returns_of: Lists<NodeId>,
    /// Nodes at which an exception leaves the function, and what that step costs.
    pub raises: Vec<(NodeId, Cost)>,
    /// Functions that a thread may start with; the first is the program's own start.
    pub roots: Vec<FunctionId>,
}

/// A list for each number from 0 on, in one piece of memory.
#[derive(Clone, Debug)]
struct Lists<T> {
    start: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Lists<T> {
    fn new(count: usize, pairs: impl Iterator<Item = (u32, T)> + Clone) -> Lists<T> {
        let mut start = vec![0u32; count + 1];
        for (key, _) in pairs.clone() {
            start[key as usize + 1] += 1;
        }
        for i in 0..count {
            start[i + 1] += start[i];
        }
        let mut next = start.clone();
        let mut slots: Vec<Option<T>> = vec![None; start[count] as usize];
        for (key, item) in pairs {
            slots[next[key as usize] as usize] = Some(item);
            next[key as usize] += 1;
        }
        let items = slots.into_iter().flatten().collect();
        Lists { start, items }
    }

    fn of(&self, key: u32) -> &[T] {
        let key = key as usize;
        &self.items[self.start[key] as usize..self.start[key + 1] as usize]
    }
}

impl Flow {
    /// The same graph without one kind of calls.
    pub fn without(&self, kind: CallKind) -> Flow {
        let mut builder = FlowBuilder {
            first: self.first[..self.first.len() - 1].to_vec(),
            function_of: self.function_of.clone(),
            calls: self
                .calls
                .iter()
                .copied()
                .filter(|c| c.kind != kind)
                .collect(),
            targets: self.targets.clone(),
            returns: self.returns.clone(),
            raises: self.raises.clone(),
            roots: self.roots.clone(),
            edges: Vec::with_capacity(self.forward.items.len()),
        };
        for node in 0..self.nodes() {
            let edges = self.successors(node).iter();
            builder.edges.extend(edges.map(|&edge| (node, edge)));
        }
        builder.finish()
    }

    /// How many functions there are.
    pub fn functions(&self) -> u32 {
        self.first.len() as u32 - 1
    }

    pub fn nodes(&self) -> u32 {
        self.function_of.len() as u32
    }

    pub fn nodes_of(&self, function: FunctionId) -> Range<NodeId> {
        self.first[function.index()]..self.first[function.index() + 1]
    }

    /// The node of a program counter.
    pub fn node(&self, function: FunctionId, pc: Pc) -> NodeId {
        self.first[function.index()] + pc
    }

    /// Where a function starts, if it has a body.
    pub fn entry(&self, function: FunctionId) -> Option<NodeId> {
        let nodes = self.nodes_of(function);
        (!nodes.is_empty()).then_some(nodes.start)
    }

    pub fn function_of(&self, node: NodeId) -> FunctionId {
        self.function_of[node as usize]
    }

    /// The function that starts at this node.
    pub fn starts(&self, node: NodeId) -> Option<FunctionId> {
        let function = self.function_of(node);
        (self.first[function.index()] == node).then_some(function)
    }

    pub fn successors(&self, node: NodeId) -> &[Edge] {
        self.forward.of(node)
    }

    pub fn predecessors(&self, node: NodeId) -> &[Edge] {
        self.backward.of(node)
    }

    /// The calls at a node; numbers into [`Flow::calls`].
    pub fn calls_at(&self, node: NodeId) -> &[u32] {
        self.calls_at.of(node)
    }

    pub fn calls_back_to(&self, node: NodeId) -> &[u32] {
        self.calls_back_to.of(node)
    }

    pub fn calls_caught_at(&self, node: NodeId) -> &[u32] {
        self.calls_caught_at.of(node)
    }

    pub fn calls_of_targets(&self, targets: u32) -> &[u32] {
        self.calls_of_targets.of(targets)
    }

    /// The sets of targets that contain a function.
    pub fn targets_with(&self, function: FunctionId) -> &[u32] {
        self.targets_with.of(function.0)
    }

    pub fn returns_of(&self, function: FunctionId) -> &[NodeId] {
        self.returns_of.of(function.0)
    }

    pub fn call(&self, number: u32) -> &Call {
        &self.calls[number as usize]
    }

    /// The functions with a body that a call may enter.
    pub fn callees(&self, call: &Call) -> impl Iterator<Item = (FunctionId, NodeId)> + '_ {
        self.targets[call.targets as usize]
            .iter()
            .filter_map(|&function| Some((function, self.entry(function)?)))
    }
}

/// Puts a [`Flow`] together, function by function.
#[derive(Debug, Default)]
pub struct FlowBuilder {
    first: Vec<NodeId>,
    function_of: Vec<FunctionId>,
    edges: Vec<(NodeId, Edge)>,
    calls: Vec<Call>,
    targets: Vec<Vec<FunctionId>>,
    returns: Vec<NodeId>,
    raises: Vec<(NodeId, Cost)>,
    roots: Vec<FunctionId>,
}

impl FlowBuilder {
    /// Starts the next function, with so many nodes; gives its first.
    pub fn function(&mut self, nodes: u32) -> NodeId {
        let first = self.function_of.len() as NodeId;
        let id = FunctionId(self.first.len() as u32);
        self.first.push(first);
        self.function_of
            .extend(std::iter::repeat_n(id, nodes as usize));
        first
    }

    pub fn edge(&mut self, from: NodeId, to: NodeId, cost: Cost) {
        self.edges.push((from, Edge { to, cost }));
    }

    pub fn returns(&mut self, node: NodeId) {
        self.returns.push(node);
    }

    pub fn raises(&mut self, node: NodeId, cost: Cost) {
        self.raises.push((node, cost));
    }

    pub fn call(&mut self, call: Call) {
        self.calls.push(call);
    }

    /// A set of functions that calls may enter.
    pub fn targets(&mut self, functions: Vec<FunctionId>) -> u32 {
        self.targets.push(functions);
        self.targets.len() as u32 - 1
    }

    pub fn root(&mut self, function: FunctionId) {
        self.roots.push(function);
    }

    pub fn finish(mut self) -> Flow {
        self.returns.sort_unstable();
        let nodes = self.function_of.len();
        let functions = self.first.len();
        self.first.push(nodes as NodeId);
        let numbered = || self.calls.iter().enumerate().map(|(i, c)| (i as u32, c));
        Flow {
            forward: Lists::new(nodes, self.edges.iter().copied()),
            backward: Lists::new(
                nodes,
                self.edges
                    .iter()
                    .map(|&(to, e)| (e.to, Edge { to, cost: e.cost })),
            ),
            calls_at: Lists::new(nodes, numbered().map(|(i, c)| (c.at, i))),
            calls_back_to: Lists::new(
                nodes,
                numbered()
                    .filter(|(_, c)| c.kind == CallKind::Call)
                    .map(|(i, c)| (c.back, i)),
            ),
            calls_caught_at: Lists::new(nodes, numbered().filter_map(|(i, c)| Some((c.pad?, i)))),
            calls_of_targets: Lists::new(
                self.targets.len(),
                numbered().map(|(i, c)| (c.targets, i)),
            ),
            targets_with: Lists::new(
                functions,
                self.targets
                    .iter()
                    .enumerate()
                    .flat_map(|(i, set)| set.iter().map(move |f| (f.0, i as u32))),
            ),
            returns_of: Lists::new(
                functions,
                self.returns
                    .iter()
                    .map(|&n| (self.function_of[n as usize].0, n)),
            ),
            first: self.first,
            function_of: self.function_of,
            calls: self.calls,
            targets: self.targets,
            returns: self.returns,
            raises: self.raises,
            roots: self.roots,
        }
    }
}
