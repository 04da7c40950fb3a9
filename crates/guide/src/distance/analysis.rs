//! What is known of a program before the search begins: its flow graph, and where the
//! search shall go.

use std::time::Instant;

use trailhound_analysis::direct_callee;
use trailhound_contracts::{cancels, ends_thread};
use trailhound_distance::{
    CallKind, FAR, Flow, LockBalance, Measure, NodeId, Summaries, Target, Targets, flow_of,
};
use trailhound_machine::entered_by_models;
use trailhound_program::{FunctionId, Program};

/// How the distances of threads make up that of a state (e-FCA, section IV).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// One thread comes to a place: the least distance.
    Location,
    /// Two threads are in a place: the sum of the two least.
    Mutex,
    /// Threads wait for each other: the sum of the two least, to where locks are taken.
    Deadlock,
}

pub struct Analysis {
    pub(super) flow: Flow,
    /// The same without the threads that a thread may start.
    pub(super) own: Flow,
    /// The places to pass, in order; the last is the goal's.
    pub(super) stages: Vec<Vec<Target>>,
    /// Numbers of the marks of the places to pass before the last.
    pub(super) passed: Vec<u32>,
    /// For deadlock, the goal of a thread that holds a lock already: to want another.
    pub(super) holding: Vec<Target>,
    /// For goals of two threads that do not exist yet: where one of them is started, with what
    /// both have before them then.
    pub(super) pairs: Vec<Target>,
    balance: LockBalance,
    pub(super) goal: Goal,
    pub(super) measure: Measure,
    /// To the end of the thread; the targets are calls that end it.
    pub(super) ends: Summaries,
    /// A thread may be ended by another at any time.
    pub(super) cancels: bool,
    /// Where threads start that do not exist yet.
    pub(super) newcomers: Vec<NodeId>,
    /// From below the first frame of a thread: handlers that run at its end.
    pub(super) handlers: Vec<NodeId>,
    pub seconds: f64,
    /// What is analysed: functions that the program's start reaches, and their operations.
    pub functions: usize,
    pub operations: usize,
}

impl Analysis {
    /// `passed` are the marks of places to pass in order before the targets.
    pub fn new(
        program: &Program,
        passed: &[u32],
        targets: &Targets,
        goal: Goal,
        measure: Measure,
    ) -> Analysis {
        let started = Instant::now();
        let (flow, call_graph) = flow_of(program, entered_by_models(program), measure);
        let own = flow.without(CallKind::Spawn);
        let stage = |&place: &u32| {
            let places = program.marked(place);
            Targets { places }.nodes(&flow)
        };
        let mut stages: Vec<Vec<Target>> = passed.iter().map(stage).collect();
        let mut targets = targets.nodes(&flow);
        let holding = targets.clone();
        if goal == Goal::Deadlock {
            twice(&own, &mut targets);
        }
        stages.push(targets);
        let ends = Summaries::new(&own, &leavings(program, &flow));
        let spawns = flow.calls.iter().filter(|c| c.kind == CallKind::Spawn);
        let newcomers = spawns.flat_map(|call| flow.callees(call).map(|(_, entry)| entry));
        let handlers = call_graph.at_end.iter().filter_map(|&f| flow.entry(f));
        let handlers: Vec<NodeId> = handlers.collect();
        let pairs = match goal {
            Goal::Location => Vec::new(),
            Goal::Mutex | Goal::Deadlock => {
                let targets = stages.last().expect("there is a goal");
                pairs(&flow, targets, &handlers)
            }
        };
        Analysis {
            newcomers: newcomers.collect(),
            handlers,
            pairs,
            ends,
            stages,
            holding,
            balance: LockBalance::new(program, &flow),
            passed: passed.to_vec(),
            goal,
            measure,
            cancels: program.functions.iter().any(cancels),
            seconds: started.elapsed().as_secs_f64(),
            functions: call_graph.reached().count(),
            operations: flow.nodes() as usize,
            own,
            flow,
        }
    }

    /// Locks taken and not given back by a function where it stands.
    pub(super) fn balance(&self, function: FunctionId, pc: u32) -> i32 {
        let nodes = self.flow.nodes_of(function);
        let node = (pc < nodes.len() as u32).then(|| nodes.start + pc);
        node.and_then(|node| self.balance.at(node)).unwrap_or(0)
    }

    /// Whether ranks bound the steps to a finding from below.
    pub(super) fn counts_steps(&self) -> bool {
        matches!(self.measure, Measure::Steps(_)) && self.stages.len() == 1
    }

    /// Whether a frame of the first function may lie above one that stands at the second
    /// place: what the analysis of calls promises.
    pub fn may_call(&self, caller: (FunctionId, u32), callee: FunctionId) -> bool {
        let nodes = self.flow.nodes_of(caller.0).len() as u32;
        if caller.1 >= nodes {
            return false;
        }
        let node = self.flow.node(caller.0, caller.1);
        self.flow.calls_at(node).iter().any(|&call| {
            let set = self.flow.call(call).targets as usize;
            self.flow.targets[set].contains(&callee)
        })
    }
}

/// A thread without a lock has to take one before it can wait for another: behind each of
/// these places, the path to the next of them is left.
fn twice(flow: &Flow, targets: &mut [Target]) {
    let next = Summaries::new(flow, targets).without_stack(flow);
    for target in targets {
        let behind = flow.successors(target.node).iter();
        let left = behind.map(|edge| edge.cost.saturating_add(next[edge.to as usize]));
        target.left = left.min().unwrap_or(FAR);
    }
}

/// Where a thread is started, for two that shall come to the targets: what is left there is the
/// path of the new thread, and the path on of the one that starts it, which may start another.
fn pairs(flow: &Flow, targets: &[Target], handlers: &[NodeId]) -> Vec<Target> {
    let distances = Summaries::new(flow, targets).without_stack(flow);
    let distance = |node: NodeId| distances[node as usize];
    // Whatever thread it is, these may run at its end.
    let ending = handlers
        .iter()
        .map(|&node| distance(node))
        .min()
        .unwrap_or(FAR);
    let spawns = flow.calls.iter().filter(|c| c.kind == CallKind::Spawn);
    let pairs = spawns.filter_map(|call| {
        let new = flow.callees(call).map(|(_, entry)| distance(entry)).min()?;
        let on = flow.successors(call.at).iter();
        let on = on.map(|edge| edge.cost.saturating_add(distance(edge.to).min(ending)));
        let left = new.min(ending).saturating_add(on.min()?);
        let node = call.at;
        (left != FAR).then_some(Target { node, left })
    });
    let mut pairs: Vec<Target> = pairs.collect();
    pairs.sort_by_key(|pair| (pair.node, pair.left));
    pairs.dedup_by_key(|pair| pair.node);
    pairs
}

/// Calls by which a thread ends itself.
fn leavings(program: &Program, flow: &Flow) -> Vec<Target> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let nodes = flow.nodes_of(FunctionId(id as u32));
        let Some(body) = function.body.as_ref().filter(|_| !nodes.is_empty()) else {
            continue;
        };
        for (node, pc) in nodes.zip(0..) {
            if let Some(callee) = direct_callee(body, pc)
                && ends_thread(&program.functions[callee.index()])
            {
                found.push(node.into());
            }
        }
    }
    found
}
