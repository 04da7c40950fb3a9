//! PFSM: distances through virtual calls that are not resolved yet. Methods that only an
//! unresolved call can reach are not looked into: passing such a call costs two, and a trace
//! of calls that runs through one is charged the least that it can cost. When the search
//! meets a method it becomes known and the estimates rise. The paper searches call traces
//! depth-first under a bound; settling them in the order of cost finds the same minimum,
//! sees every function once, and stops at loops in the call graph by itself.

use crate::cost::{Cost, FAR};
use crate::efca::{Estimate, StackFrame};
use crate::flow::{Flow, NodeId, Target};
use crate::fsm::fsm;
use crate::summaries::{Inside, Summaries, ends, to_targets_through};
use trailhound_program::FunctionId;

pub struct Polymorphic<'f> {
    flow: &'f Flow,
    targets: Vec<Target>,
    /// FSM, below which PFSM never falls.
    merged: Vec<Cost>,
    explored: Vec<bool>,
    summaries: Summaries,
    /// Rises whenever methods become known.
    pub refinements: u32,
}

impl<'f> Polymorphic<'f> {
    /// The static phase: what is reached from the program's start through resolved calls.
    pub fn new(flow: &'f Flow, targets: &[Target]) -> Polymorphic<'f> {
        let mut polymorphic = Polymorphic {
            flow,
            targets: targets.to_vec(),
            merged: fsm(flow, targets),
            explored: vec![false; flow.functions() as usize],
            summaries: Summaries::default(),
            refinements: 0,
        };
        if let Some(&start) = flow.roots.first() {
            polymorphic.explore(start);
        }
        polymorphic.analyse();
        polymorphic
    }

    pub fn is_explored(&self, function: FunctionId) -> bool {
        self.explored[function.index()]
    }

    /// The search has met these functions. True: estimates have changed.
    pub fn meet(&mut self, functions: impl IntoIterator<Item = FunctionId>) -> bool {
        let mut is_new = false;
        for function in functions {
            is_new |= !self.explored[function.index()];
            self.explore(function);
        }
        if is_new {
            self.analyse();
            self.refinements += 1;
        }
        is_new
    }

    /// Marks a function as known, and all that it reaches through resolved calls.
    fn explore(&mut self, function: FunctionId) {
        let mut waiting = vec![function];
        while let Some(function) = waiting.pop() {
            if std::mem::replace(&mut self.explored[function.index()], true) {
                continue;
            }
            for node in self.flow.nodes_of(function) {
                for &call in self.flow.calls_at(node) {
                    let targets = &self.flow.targets[self.flow.call(call).targets as usize];
                    if let [only] = targets[..] {
                        waiting.push(only);
                    }
                }
            }
        }
    }

    fn analyse(&mut self) {
        let known = |set: u32| {
            self.flow.targets[set as usize]
                .iter()
                .all(|&function| self.explored[function.index()])
        };
        let mut summaries = ends(self.flow, |set| (!known(set)).then_some(0));
        summaries.target = self.traces(&summaries);
        self.summaries = summaries;
    }

    /// The least cost of a path out of a node.
    fn leaving(&self, node: NodeId) -> Cost {
        let edges = self.flow.successors(node).iter().map(|edge| edge.cost);
        let calls = self.flow.calls_at(node).iter();
        edges
            .chain(calls.map(|&call| self.flow.call(call).enter))
            .min()
            .unwrap_or(0)
    }

    /// To the nearest target ahead, over traces of calls.
    fn traces(&self, summaries: &Summaries) -> Vec<Cost> {
        to_targets_through(self.flow, summaries, &self.targets, |function| {
            match (self.explored[function.index()], self.flow.entry(function)) {
                (false, Some(entry)) => Inside::AtLeast(self.leaving(entry)),
                _ => Inside::Known,
            }
        })
    }

    /// Over call traces and the stack alone, as the paper computes it.
    pub fn push(&self, below: Estimate, frame: &StackFrame) -> Estimate {
        self.summaries.push(below, frame)
    }

    /// What FSM says of a node: PFSM is at least that.
    pub fn floor(&self, node: NodeId) -> Cost {
        self.merged[node as usize]
    }

    /// The estimate of a whole stack, lowest frame first, whose methods become known by it.
    pub fn unroll(&mut self, stack: &[StackFrame]) -> Cost {
        let flow = self.flow;
        self.meet(stack.iter().map(|frame| flow.function_of(frame.node)));
        let Some(top) = stack.last() else { return FAR };
        stack
            .iter()
            .fold(Estimate::below(FAR), |below, frame| self.push(below, frame))
            .here
            .max(self.floor(top.node))
    }
}
