//! EFSM: the graph with up to k return addresses kept at every node, and the run-time stack
//! unrolled over it. What lies deeper than k calls is merged, so a path through it may come
//! back to another caller (e-FCA, figure 1b): that is the underestimation which FCA cures.
//! The graph grows exponentially with k, as the paper says; it is cut off with an error.
//!
//! From the start of a function to its end nothing is merged as long as one address is kept: a
//! callee then returns to the call that it came from, at worst in a copy of the caller that
//! differs only in who called it. Such copies have the same nodes and the same callees, so a path
//! through one is as long as the path through the other, and what a call costs is what FCA says.
//! Only with k = 0 does it have to be searched for.

use crate::cost::{Cost, FAR, sum};
use crate::efca::{Estimate, StackFrame};
use crate::flow::{CallKind, Flow, NodeId, Target};
use crate::fsm::fsm;
use crate::queue::{Distances, Offers, Sparse};
use crate::summaries::{Summaries, ends};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use trailhound_program::FunctionId;

/// The last calls on the path to a function, the latest first; numbers of [`Flow::calls`].
type Context = SmallVec<[u32; 4]>;

/// Nodes that a bounded graph may have.
const MAX_NODES: usize = 8_000_000;

#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the graph with {k} return addresses at each node is too large: choose a smaller bound")]
pub struct TooLarge {
    k: usize,
}

/// One copy of a function in the bounded graph.
struct Instance {
    function: FunctionId,
    context: Context,
    /// The place of its first node.
    first: u32,
    /// The copies that each of its calls may enter: call, instance; sorted.
    callees: Vec<(u32, u32)>,
}

impl Instance {
    fn entered_by(&self, call: u32) -> &[(u32, u32)] {
        let start = self.callees.partition_point(|&(c, _)| c < call);
        let end = self.callees.partition_point(|&(c, _)| c <= call);
        &self.callees[start..end]
    }
}

/// The k-bounded graph. Distances to the ends of its copies are found when asked for.
pub struct Bounded<'f> {
    flow: &'f Flow,
    k: usize,
    instances: Vec<Instance>,
    numbers: FxHashMap<(FunctionId, Context), u32>,
    /// The instance of each place.
    instance_of: Vec<u32>,
    targets: Vec<Target>,
    /// From the start of each instance to a target, whatever is returned to on the path.
    to_target: Vec<Cost>,
    /// Where nothing better is known.
    merged: Vec<Cost>,
    raises_of: FxHashMap<FunctionId, Vec<(NodeId, Cost)>>,
    callers: Vec<Vec<(u32, u32)>>,
    /// With return addresses: to the ends of functions, whatever the caller.
    summaries: Option<Summaries>,
    /// Without: from the start of an instance to its end and to an exception leaving it.
    ends: FxHashMap<u32, (Cost, Cost)>,
    /// Distances inside a function whose callers are known.
    scoped: FxHashMap<(FunctionId, Context), Summaries>,
}

/// A stack's estimate, with the calls on top of it.
#[derive(Clone, Debug)]
pub struct BoundedEstimate {
    pub estimate: Estimate,
    /// The node at which the topmost frame stands, and the calls below.
    top: Option<NodeId>,
    context: Context,
}

impl BoundedEstimate {
    pub fn below(ending: Cost) -> BoundedEstimate {
        BoundedEstimate {
            estimate: Estimate::below(ending),
            top: None,
            context: Context::new(),
        }
    }

    /// The same stack, whose frame above comes back in another path.
    pub fn with(&self, estimate: Estimate) -> BoundedEstimate {
        BoundedEstimate {
            estimate,
            ..self.clone()
        }
    }
}

impl<'f> Bounded<'f> {
    pub fn new(flow: &'f Flow, k: usize, targets: &[Target]) -> Result<Bounded<'f>, TooLarge> {
        let mut bounded = Bounded {
            flow,
            k,
            instances: Vec::new(),
            numbers: FxHashMap::default(),
            instance_of: Vec::new(),
            targets: targets.to_vec(),
            to_target: Vec::new(),
            merged: fsm(flow, targets),
            raises_of: FxHashMap::default(),
            callers: Vec::new(),
            summaries: (k > 0).then(|| ends(flow, |_| None)),
            ends: FxHashMap::default(),
            scoped: FxHashMap::default(),
        };
        for &(node, cost) in &flow.raises {
            let function = flow.function_of(node);
            let raises = bounded.raises_of.entry(function).or_default();
            raises.push((node, cost));
        }
        bounded.unfold()?;
        bounded.to_target = bounded.starts_to_targets();
        Ok(bounded)
    }

    /// What FSM says of a node, below which the estimate never falls.
    pub fn floor(&self, node: NodeId) -> Cost {
        self.merged[node as usize]
    }

    /// Nodes of the bounded graph.
    pub fn nodes(&self) -> usize {
        self.instance_of.len()
    }

    fn instance(&mut self, function: FunctionId, context: Context) -> Result<u32, TooLarge> {
        let next = self.instances.len() as u32;
        let number = *self
            .numbers
            .entry((function, context.clone()))
            .or_insert(next);
        if number == next {
            let nodes = self.flow.nodes_of(function).len();
            if self.instance_of.len() + nodes > MAX_NODES {
                return Err(TooLarge { k: self.k });
            }
            self.instances.push(Instance {
                function,
                context,
                first: self.instance_of.len() as u32,
                callees: Vec::new(),
            });
            self.callers.push(Vec::new());
            self.instance_of.extend(std::iter::repeat_n(next, nodes));
        }
        Ok(number)
    }

    /// All copies that a run from the roots can enter.
    fn unfold(&mut self) -> Result<(), TooLarge> {
        for &root in &self.flow.roots {
            self.instance(root, Context::new())?;
        }
        let mut next = 0;
        while next < self.instances.len() {
            let function = self.instances[next].function;
            let context = self.instances[next].context.clone();
            let mut callees = Vec::new();
            for node in self.flow.nodes_of(function) {
                for &number in self.flow.calls_at(node) {
                    let inner = self.inner(&context, number);
                    for (callee, _) in self.flow.callees(self.flow.call(number)) {
                        let callee = self.instance(callee, inner.clone())?;
                        callees.push((number, callee));
                        self.callers[callee as usize].push((next as u32, number));
                    }
                }
            }
            callees.sort_unstable();
            self.instances[next].callees = callees;
            next += 1;
        }
        Ok(())
    }

    /// The context inside a call. A new thread has no caller to return to.
    fn inner(&self, context: &Context, call: u32) -> Context {
        if self.flow.call(call).kind == CallKind::Spawn {
            return Context::new();
        }
        std::iter::once(call)
            .chain(context.iter().copied())
            .take(self.k)
            .collect()
    }

    fn place(&self, instance: u32, node: NodeId) -> u32 {
        let instance = &self.instances[instance as usize];
        instance.first + node - self.flow.nodes_of(instance.function).start
    }

    fn exit(&self, instance: u32) -> u32 {
        self.nodes() as u32 + instance
    }

    fn escape(&self, instance: u32) -> u32 {
        (self.nodes() + self.instances.len()) as u32 + instance
    }

    fn distances(&self) -> Distances {
        Distances::new(self.nodes() + 2 * self.instances.len())
    }

    /// One backward step of a pass over the bounded graph.
    fn spread(&self, distances: &mut impl Offers, place: u32, cost: Cost) {
        let (nodes, count) = (self.nodes() as u32, self.instances.len() as u32);
        if place >= nodes + count {
            let number = place - nodes - count;
            let instance = &self.instances[number as usize];
            for &(node, raise) in self.raises_of.get(&instance.function).into_iter().flatten() {
                distances.offer(self.place(number, node), sum([cost, raise]));
            }
            for &(call, callee) in &instance.callees {
                let call = self.flow.call(call);
                if call.escapes && call.kind == CallKind::Call {
                    distances.offer(self.escape(callee), cost);
                }
            }
            return;
        }
        if place >= nodes {
            let number = place - nodes;
            for &node in self
                .flow
                .returns_of(self.instances[number as usize].function)
            {
                distances.offer(self.place(number, node), cost);
            }
            return;
        }
        let number = self.instance_of[place as usize];
        let instance = &self.instances[number as usize];
        let node = place - instance.first + self.flow.nodes_of(instance.function).start;
        for edge in self.flow.predecessors(node) {
            distances.offer(self.place(number, edge.to), sum([cost, edge.cost]));
        }
        for &call in self.flow.calls_back_to(node) {
            for &(_, callee) in instance.entered_by(call) {
                let leave = self.flow.call(call).leave;
                distances.offer(self.exit(callee), sum([cost, leave]));
            }
        }
        for &call in self.flow.calls_caught_at(node) {
            for &(_, callee) in instance.entered_by(call) {
                distances.offer(self.escape(callee), cost);
            }
        }
        if place == instance.first {
            for &(caller, call) in &self.callers[number as usize] {
                let call = self.flow.call(call);
                distances.offer(self.place(caller, call.at), sum([cost, call.enter]));
            }
        }
    }

    fn starts_to_targets(&self) -> Vec<Cost> {
        let mut distances = self.distances();
        for number in 0..self.instances.len() as u32 {
            let nodes = self.flow.nodes_of(self.instances[number as usize].function);
            for target in self.targets.iter().filter(|t| nodes.contains(&t.node)) {
                distances.offer(self.place(number, target.node), target.left);
            }
        }
        while let Some((place, cost)) = distances.settle() {
            self.spread(&mut distances, place, cost);
        }
        self.instances
            .iter()
            .map(|instance| distances.best[instance.first as usize])
            .collect()
    }

    /// From the start of an instance to its end, and to an exception that leaves it.
    fn ends(&mut self, instance: u32) -> (Cost, Cost) {
        if let Some(summaries) = &self.summaries {
            let function = self.instances[instance as usize].function;
            let start = self.flow.nodes_of(function).start as usize;
            return (summaries.end[start], summaries.raise[start]);
        }
        if let Some(&known) = self.ends.get(&instance) {
            return known;
        }
        let start = self.instances[instance as usize].first;
        let mut found = [FAR, FAR];
        for (found, from) in found
            .iter_mut()
            .zip([self.exit(instance), self.escape(instance)])
        {
            let mut distances = Sparse::default();
            distances.offer(from, 0);
            while let Some((place, cost)) = distances.settle() {
                if place == start {
                    *found = cost;
                    break;
                }
                self.spread(&mut distances, place, cost);
            }
        }
        let ends = (found[0], found[1]);
        self.ends.insert(instance, ends);
        ends
    }

    /// Distances inside one function, entered through a known context: it cannot be left
    /// but by its own end, and what it calls is passed through in the bounded graph.
    fn scope(&mut self, function: FunctionId, context: &Context) -> &Summaries {
        let key = (function, context.clone());
        if !self.scoped.contains_key(&key) {
            let scope = self.find_scope(function, context);
            self.scoped.insert(key.clone(), scope);
        }
        &self.scoped[&key]
    }

    fn find_scope(&mut self, function: FunctionId, context: &Context) -> Summaries {
        let flow = self.flow;
        let nodes = flow.nodes_of(function);
        // The step into, back from and out of every call in the function.
        let mut passes: Vec<(NodeId, NodeId, Cost)> = Vec::new();
        let mut escapes: Vec<(NodeId, Cost)> = Vec::new();
        let mut enters: Vec<(NodeId, Cost)> = Vec::new();
        for node in nodes.clone() {
            for &number in flow.calls_at(node) {
                let call = flow.call(number);
                let inner = self.inner(context, number);
                for (callee, entry) in flow.callees(call) {
                    let instance = self.numbers.get(&(callee, inner.clone())).copied();
                    let (through, escape, target) = match instance {
                        Some(instance) => {
                            let (through, escape) = self.ends(instance);
                            (through, escape, self.to_target[instance as usize])
                        }
                        None => (0, 0, self.merged[entry as usize]),
                    };
                    enters.push((node, sum([call.enter, target])));
                    if call.kind == CallKind::Spawn {
                        continue;
                    }
                    passes.push((node, call.back, sum([call.enter, through, call.leave])));
                    let raised = sum([call.enter, escape]);
                    passes.extend(call.pad.map(|pad| (node, pad, raised)));
                    if call.escapes {
                        escapes.push((node, raised));
                    }
                }
            }
        }
        passes.sort_unstable_by_key(|&(_, to, _)| to);
        let local = |node: NodeId| node - nodes.start;
        let run = |seeds: &mut dyn Iterator<Item = (NodeId, Cost)>| {
            let mut distances = Distances::new(nodes.len());
            for (node, cost) in seeds {
                distances.offer(local(node), cost);
            }
            while let Some((place, cost)) = distances.settle() {
                let node = place + nodes.start;
                for edge in flow.predecessors(node) {
                    distances.offer(local(edge.to), sum([cost, edge.cost]));
                }
                let first = passes.partition_point(|&(_, to, _)| to < node);
                for &(at, _, pass) in passes[first..].iter().take_while(|pass| pass.1 == node) {
                    distances.offer(local(at), sum([cost, pass]));
                }
            }
            distances.best
        };
        let in_function = |costs: &[Cost]| {
            let (start, end) = (nodes.start as usize, nodes.end as usize);
            costs[start..end].to_vec()
        };
        let raises = self.raises_of.get(&function).into_iter().flatten().copied();
        let (end, raise) = match &self.summaries {
            Some(summaries) => (in_function(&summaries.end), in_function(&summaries.raise)),
            None => (
                run(&mut flow.returns_of(function).iter().map(|&node| (node, 0))),
                run(&mut raises.chain(escapes.iter().copied())),
            ),
        };
        Summaries {
            end,
            raise,
            target: run(&mut self
                .targets
                .iter()
                .filter(|t| nodes.contains(&t.node))
                .map(|t| (t.node, t.left))
                .chain(enters.iter().copied())),
            ..Summaries::default()
        }
    }

    /// Puts one more frame on a stack whose estimate is known.
    pub fn push(&mut self, below: &BoundedEstimate, frame: &StackFrame) -> BoundedEstimate {
        let function = self.flow.function_of(frame.node);
        let context = match below.top {
            None => Context::new(),
            Some(caller) => {
                let entered = |&&call: &&u32| {
                    let set = self.flow.call(call).targets as usize;
                    self.flow.targets[set].contains(&function)
                };
                match self.flow.calls_at(caller).iter().find(entered) {
                    Some(&call) => self.inner(&below.context, call),
                    None => Context::new(),
                }
            }
        };
        let base = self.flow.nodes_of(function).start;
        let shift = |node: NodeId| node - base;
        let local = StackFrame {
            node: shift(frame.node),
            back: frame.back.map(|(node, leave)| (shift(node), leave)),
            pad: frame.pad.map(shift),
            escapes: frame.escapes,
        };
        let estimate = self.scope(function, &context).push(below.estimate, &local);
        BoundedEstimate {
            estimate,
            top: Some(frame.node),
            context,
        }
    }

    /// The estimate of a whole stack, lowest frame first.
    pub fn unroll(&mut self, stack: &[StackFrame]) -> Cost {
        let mut below = BoundedEstimate::below(FAR);
        for frame in stack {
            below = self.push(&below, frame);
        }
        below.estimate.here
    }
}
