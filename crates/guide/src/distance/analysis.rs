//! What is known of a program before the search begins: its flow graph, and where the
//! search shall go.

use std::time::Instant;

use trailhound_distance::{
    CallKind, Externals, Flow, Measure, NodeId, Summaries, Targets, flow_of,
};
use trailhound_machine::{entered_by_models, has_models};
use trailhound_program::{Callee, FunctionId, Op, Program};

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
    pub(super) stages: Vec<Vec<NodeId>>,
    /// Numbers of the marks of the places to pass before the last.
    pub(super) passed: Vec<u32>,
    pub(super) goal: Goal,
    pub(super) measure: Measure,
    /// To the end of the thread; the targets are calls that end it.
    pub(super) ends: Summaries,
    /// A thread may be ended by another at any time.
    pub(super) cancels: bool,
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
        let models = has_models(program);
        let externals = Externals {
            models: &|function: FunctionId| models[function.index()],
            entered: entered_by_models(program),
        };
        let (flow, callees) = flow_of(program, &externals, measure);
        let own = flow.without(CallKind::Spawn);
        let stage = |&place: &u32| {
            let places = program.marked(place);
            Targets { places }.nodes(&flow)
        };
        let mut stages: Vec<Vec<NodeId>> = passed.iter().map(stage).collect();
        stages.push(targets.nodes(&flow));
        let ends = Summaries::new(&own, &leavings(program, &flow));
        let handlers = callees.at_end.iter().filter_map(|f| flow.entry(f.0));
        Analysis {
            handlers: handlers.collect(),
            ends,
            stages,
            passed: passed.to_vec(),
            goal,
            measure,
            cancels: program.functions.iter().any(|f| f.name == "pthread_cancel"),
            seconds: started.elapsed().as_secs_f64(),
            functions: callees.reached.iter().filter(|reached| **reached).count(),
            operations: flow.nodes() as usize,
            own,
            flow,
        }
    }

    /// Whether ranks bound the steps to a finding from below.
    pub(super) fn counts_steps(&self) -> bool {
        matches!(self.measure, Measure::Steps(_)) && self.stages.len() == 1
    }

    /// Whether a frame of the first function may lie above one that stands at the second
    /// place: what the analysis of calls promises.
    pub fn may_call(&self, caller: (FunctionId, u32), callee: FunctionId) -> bool {
        let nodes = self.flow.nodes_of(caller.0.0).len() as u32;
        if caller.1 >= nodes {
            return false;
        }
        let node = self.flow.node(caller.0.0, caller.1);
        self.flow.calls_at(node).iter().any(|&call| {
            let set = self.flow.call(call).targets as usize;
            self.flow.targets[set].contains(&callee.0)
        })
    }
}

/// Calls by which a thread ends itself.
fn leavings(program: &Program, flow: &Flow) -> Vec<NodeId> {
    let mut found = Vec::new();
    for (id, function) in program.functions.iter().enumerate() {
        let nodes = flow.nodes_of(id as u32);
        let Some(body) = function.body.as_ref().filter(|_| !nodes.is_empty()) else {
            continue;
        };
        for (node, op) in nodes.zip(&body.code) {
            if let Op::Call { call } = op
                && let Callee::Direct(callee) = body.calls[*call as usize].callee
                && matches!(
                    program.functions[callee.index()].name.as_str(),
                    "pthread_exit" | "thrd_exit"
                )
            {
                found.push(node);
            }
        }
    }
    found
}
