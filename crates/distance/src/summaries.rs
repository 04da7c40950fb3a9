//! FCA: distances with full calling context, summed up once for each function. A call
//! costs what its cheapest callee needs from start to end, plus two. The paper walks the
//! functions in reverse order of invocation and cannot do recursion; here one pass settles
//! all functions together in the order of cost, which is a fixed point with recursion and
//! near-linear without matrices.

use crate::cost::{Cost, FAR, sum};
use crate::flow::{CallKind, Flow, NodeId, Target};
use crate::queue::Distances;
use trailhound_program::FunctionId;

/// What the passes found out about every node.
#[derive(Clone, Debug, Default)]
pub struct Summaries {
    /// d_end: to the end of its function.
    pub end: Vec<Cost>,
    /// To the point where an exception has left its function.
    pub raise: Vec<Cost>,
    /// d_error: to the nearest target, without leaving its function.
    pub target: Vec<Cost>,
    /// For each set of call targets: the least d_end of their starts.
    pub through: Vec<Cost>,
    pub escape: Vec<Cost>,
}

impl Summaries {
    pub fn new(flow: &Flow, targets: &[Target]) -> Summaries {
        let mut summaries = ends(flow, |_| None);
        summaries.target = to_targets(flow, &summaries, targets);
        summaries
    }

    /// The cost of a call from its node to where the caller goes on.
    pub fn pass(&self, call: &crate::flow::Call) -> Cost {
        sum([call.enter, self.through[call.targets as usize], call.leave])
    }

    /// The cost from a call's node to where an exception of its callee is caught.
    pub fn caught(&self, call: &crate::flow::Call) -> Cost {
        sum([call.enter, self.escape[call.targets as usize]])
    }

    /// FCA by itself, without the stack: where the target is not ahead, the function ends
    /// and goes on with any of its callers.
    pub fn without_stack(&self, flow: &Flow) -> Vec<Cost> {
        let functions = flow.functions();
        // Behind the return of each function, and behind its exceptions.
        let mut behind = Distances::new(2 * functions as usize);
        let offer = |behind: &mut Distances, set: u32, kind: u32, cost: Cost| {
            for &function in &flow.targets[set as usize] {
                behind.offer(kind * functions + function.0, cost);
            }
        };
        for call in flow.calls.iter().filter(|c| c.kind == CallKind::Call) {
            let back = sum([call.leave, self.target[call.back as usize]]);
            offer(&mut behind, call.targets, 0, back);
            if let Some(pad) = call.pad {
                offer(&mut behind, call.targets, 1, self.target[pad as usize]);
            }
        }
        let mut calls_in: Vec<Vec<u32>> = vec![Vec::new(); functions as usize];
        for (i, call) in flow.calls.iter().enumerate() {
            if call.kind == CallKind::Call {
                calls_in[flow.function_of(call.at).index()].push(i as u32);
            }
        }
        while let Some((place, cost)) = behind.settle() {
            let (kind, function) = (place / functions, place % functions);
            let out = if kind == 0 { &self.end } else { &self.raise };
            for &call in &calls_in[function as usize] {
                let call = flow.call(call);
                let back = sum([call.leave, out[call.back as usize], cost]);
                offer(&mut behind, call.targets, 0, back);
                if let Some(pad) = call.pad {
                    offer(&mut behind, call.targets, 1, sum([out[pad as usize], cost]));
                }
                if kind == 1 && call.escapes {
                    offer(&mut behind, call.targets, 1, cost);
                }
            }
        }
        (0..flow.nodes())
            .map(|node| {
                let function = flow.function_of(node);
                let node = node as usize;
                self.target[node]
                    .min(sum([self.end[node], behind.best[function.index()]]))
                    .min(sum([
                        self.raise[node],
                        behind.best[(functions + function.0) as usize],
                    ]))
            })
            .collect()
    }
}

/// The two exits of a function.
const END: u32 = 0;
const RAISE: u32 = 1;

/// d_end and its like for exceptions. `assumed` may give a set of targets a cost of passing
/// through that is not to be looked up in the callees.
pub fn ends(flow: &Flow, assumed: impl Fn(u32) -> Option<Cost>) -> Summaries {
    let nodes = flow.nodes();
    let mut pass = Ends {
        flow,
        distances: Distances::new(2 * nodes as usize),
        sets: [vec![FAR; flow.targets.len()], vec![FAR; flow.targets.len()]],
    };
    for set in 0..flow.targets.len() as u32 {
        if let Some(cost) = assumed(set) {
            // A callee that was not inspected may as well raise at once.
            pass.sets[END as usize][set as usize] = cost;
            pass.sets[RAISE as usize][set as usize] = cost;
        }
    }
    for &node in &flow.returns {
        pass.distances.offer(END * nodes + node, 0);
    }
    for &(node, cost) in &flow.raises {
        pass.distances.offer(RAISE * nodes + node, cost);
    }
    for call in flow.calls.iter().filter(|c| c.kind == CallKind::Call) {
        let escape = pass.sets[RAISE as usize][call.targets as usize];
        if escape != FAR && call.escapes {
            pass.distances
                .offer(RAISE * nodes + call.at, sum([call.enter, escape]));
        }
    }
    while let Some((place, cost)) = pass.distances.settle() {
        pass.at_node(place / nodes, place % nodes, cost);
    }
    let raise = pass.distances.best.split_off(nodes as usize);
    let [through, escape] = pass.sets;
    Summaries {
        end: pass.distances.best,
        raise,
        target: Vec::new(),
        through,
        escape,
    }
}

struct Ends<'f> {
    flow: &'f Flow,
    distances: Distances,
    /// The least cost through each set of targets, by exit; FAR while unknown.
    sets: [Vec<Cost>; 2],
}

impl Ends<'_> {
    fn offer(&mut self, exit: u32, node: NodeId, cost: Cost) {
        self.distances.offer(exit * self.flow.nodes() + node, cost);
    }

    fn known(&self, exit: u32, node: NodeId) -> Option<Cost> {
        self.distances.known(exit * self.flow.nodes() + node)
    }

    fn at_node(&mut self, exit: u32, node: NodeId, cost: Cost) {
        let flow = self.flow;
        for edge in flow.predecessors(node) {
            self.offer(exit, edge.to, sum([cost, edge.cost]));
        }
        for &call in flow.calls_back_to(node) {
            let call = flow.call(call);
            let through = self.sets[END as usize][call.targets as usize];
            self.offer(exit, call.at, sum([call.enter, through, call.leave, cost]));
        }
        for &call in flow.calls_caught_at(node) {
            let call = flow.call(call);
            let escape = self.sets[RAISE as usize][call.targets as usize];
            self.offer(exit, call.at, sum([call.enter, escape, cost]));
        }
        if let Some(function) = flow.starts(node) {
            for &set in flow.targets_with(function) {
                if self.sets[exit as usize][set as usize] == FAR {
                    self.sets[exit as usize][set as usize] = cost;
                    self.passed(exit, set, cost);
                }
            }
        }
    }

    /// Now it is known what it costs to get through a set of targets.
    fn passed(&mut self, exit: u32, set: u32, through: Cost) {
        let flow = self.flow;
        for &call in flow.calls_of_targets(set) {
            let call = flow.call(call);
            if call.kind == CallKind::Spawn {
                continue;
            }
            if exit == RAISE && call.escapes {
                self.offer(RAISE, call.at, sum([call.enter, through]));
            }
            let (goes_on, leave) = match exit {
                END => (Some(call.back), call.leave),
                _ => (call.pad, 0),
            };
            let Some(goes_on) = goes_on else { continue };
            for out in [END, RAISE] {
                if let Some(cost) = self.known(out, goes_on) {
                    self.offer(out, call.at, sum([call.enter, through, leave, cost]));
                }
            }
        }
    }
}

/// d_error (e-FCA, equations 1 to 4): to the nearest target ahead, in the same function or
/// in what it calls, with the costs of passing calls as summed up before.
pub fn to_targets(flow: &Flow, summaries: &Summaries, targets: &[Target]) -> Vec<Cost> {
    to_targets_through(flow, summaries, targets, |_| Inside::Known)
}

/// What is known of the inside of a function.
pub(crate) enum Inside {
    Known,
    /// From its entry to anywhere in it.
    AtLeast(Cost),
}

/// The same where the inside of some functions is not known.
pub(crate) fn to_targets_through(
    flow: &Flow,
    summaries: &Summaries,
    targets: &[Target],
    inside: impl Fn(FunctionId) -> Inside,
) -> Vec<Cost> {
    let nodes = flow.nodes();
    let mut distances = Distances::new(nodes as usize + flow.targets.len());
    for target in targets {
        distances.offer(target.node, target.left);
    }
    while let Some((place, cost)) = distances.settle() {
        if place >= nodes {
            for &call in flow.calls_of_targets(place - nodes) {
                let call = flow.call(call);
                distances.offer(call.at, sum([cost, call.enter]));
            }
            continue;
        }
        if let Some(function) = flow.starts(place) {
            for &set in flow.targets_with(function) {
                distances.offer(nodes + set, cost);
            }
        }
        let function = flow.function_of(place);
        if let Inside::AtLeast(least) = inside(function) {
            if let Some(entry) = flow.entry(function).filter(|&entry| entry != place) {
                distances.offer(entry, sum([cost, least]));
            }
            continue;
        }
        for edge in flow.predecessors(place) {
            distances.offer(edge.to, sum([cost, edge.cost]));
        }
        for &call in flow.calls_back_to(place) {
            let call = flow.call(call);
            distances.offer(call.at, sum([cost, summaries.pass(call)]));
        }
        for &call in flow.calls_caught_at(place) {
            let call = flow.call(call);
            distances.offer(call.at, sum([cost, summaries.caught(call)]));
        }
    }
    distances.best.truncate(nodes as usize);
    distances.best
}
