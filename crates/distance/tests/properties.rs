//! Estimates on random programs, with nested and recursive calls, branches, loops, virtual
//! calls, exceptions and threads: never above the true distance in the fully inlined graph,
//! never rising by more than a step costs, and ordered as the papers say.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use trailhound_distance::{
    Bounded, Call, CallKind, FAR, Flow, FlowBuilder, NodeId, Polymorphic, StackFrame, Summaries,
    Target, fsm, unroll,
};
use trailhound_program::FunctionId;

/// A small generator, so that every failure has a number.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}

struct Sample {
    flow: Flow,
    targets: Vec<Target>,
}

fn sample(seed: u64) -> Sample {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let functions = 2 + random.below(5);
    let sizes: Vec<u32> = (0..functions).map(|_| 2 + random.below(6)).collect();
    let free_steps = random.one_in(3);
    let mut builder = FlowBuilder::default();
    for (id, &size) in sizes.iter().enumerate() {
        let first = builder.function(size);
        let mut cost = || {
            if free_steps {
                random.below(3).min(1)
            } else {
                1
            }
        };
        let costs: Vec<u32> = (0..4 * size).map(|_| cost()).collect();
        let cost = |n: u32, way: u32| costs[(4 * n + way) as usize];
        for n in 0..size {
            let at = first + n;
            if n + 1 == size {
                builder.returns(at);
                continue;
            }
            match random.below(9) {
                0..3 => {
                    let count = if random.one_in(3) {
                        2 + random.below(2)
                    } else {
                        1
                    };
                    // Mostly down the call graph, sometimes anywhere: recursion.
                    let callees = (0..count).map(|_| match random.one_in(4) {
                        true => random.below(functions),
                        false => (id as u32 + 1 + random.below(2)).min(functions - 1),
                    });
                    let mut callees: Vec<FunctionId> = callees.map(FunctionId).collect();
                    callees.sort_unstable();
                    callees.dedup();
                    let targets = builder.targets(callees);
                    let pad = random.one_in(4).then(|| first + random.below(size));
                    let kind = match random.one_in(10) {
                        true => CallKind::Spawn,
                        false => CallKind::Call,
                    };
                    if kind == CallKind::Spawn {
                        builder.edge(at, at + 1, cost(n, 2));
                    }
                    builder.call(Call {
                        at,
                        targets,
                        enter: cost(n, 0),
                        leave: cost(n, 1),
                        back: at + 1,
                        pad: pad.filter(|_| kind == CallKind::Call),
                        escapes: pad.is_none() || random.one_in(3),
                        kind,
                    });
                }
                3 if random.one_in(3) => builder.returns(at),
                4 if random.one_in(3) => builder.raises(at, cost(n, 0)),
                5 => {
                    builder.edge(at, at + 1, cost(n, 0));
                    builder.edge(at, first + random.below(size), cost(n, 1));
                }
                _ => builder.edge(at, at + 1, cost(n, 0)),
            }
        }
    }
    builder.root(FunctionId(0));
    let flow = builder.finish();
    let targets = (0..1 + random.below(2))
        .map(|_| random.below(flow.nodes()).into())
        .collect();
    Sample { flow, targets }
}

/// A run-time stack: nodes, lowest first; all but the last stand at one of their calls.
type Stack = Vec<(NodeId, Option<u32>)>;

/// Every step of the fully inlined graph.
fn steps(flow: &Flow, stack: &Stack) -> Vec<(Stack, u32)> {
    let mut found = Vec::new();
    let Some(&(top, _)) = stack.last() else {
        return found;
    };
    let with_top = |below: &[(NodeId, Option<u32>)], node: NodeId| {
        let mut stack = below.to_vec();
        stack.push((node, None));
        stack
    };
    let below = &stack[..stack.len() - 1];
    for edge in flow.successors(top) {
        found.push((with_top(below, edge.to), edge.cost));
    }
    for &number in flow.calls_at(top) {
        let call = flow.call(number);
        for (_, entry) in flow.callees(call) {
            found.push(match call.kind {
                // A search for a location may follow the new thread.
                CallKind::Spawn => (vec![(entry, None)], call.enter),
                CallKind::Call => {
                    let mut caller = below.to_vec();
                    caller.push((top, Some(number)));
                    (with_top(&caller, entry), call.enter)
                }
            });
        }
    }
    if flow.returns.contains(&top)
        && let Some((&(_, Some(call)), lower)) = below.split_last()
    {
        let call = flow.call(call);
        found.push((with_top(lower, call.back), call.leave));
    }
    for &(_, cost) in flow.raises.iter().filter(|raise| raise.0 == top) {
        let mut lower = below;
        while let Some((&(_, Some(number)), rest)) = lower.split_last() {
            let call = flow.call(number);
            found.extend(call.pad.map(|pad| (with_top(rest, pad), cost)));
            if !call.escapes {
                break;
            }
            lower = rest;
        }
    }
    found
}

/// The true distance, as far as a bounded search can tell.
enum Truth {
    Exactly(u32),
    AtLeast(u32),
}

fn truth(sample: &Sample, start: &Stack) -> Truth {
    const STACKS: usize = 600;
    let mut best: HashMap<Stack, u32> = HashMap::from([(start.clone(), 0)]);
    let mut heap = BinaryHeap::from([Reverse((0, start.clone()))]);
    while let Some(Reverse((cost, stack))) = heap.pop() {
        if best[&stack] < cost {
            continue;
        }
        let top = stack.last().expect("a stack has a frame").0;
        if sample.targets.contains(&top.into()) {
            return Truth::Exactly(cost);
        }
        if best.len() > STACKS {
            return Truth::AtLeast(cost);
        }
        for (next, step) in steps(&sample.flow, &stack) {
            let next_cost = cost + step;
            if best.get(&next).is_none_or(|&known| next_cost < known) {
                best.insert(next.clone(), next_cost);
                heap.push(Reverse((next_cost, next)));
            }
        }
    }
    Truth::AtLeast(FAR)
}

fn frames(flow: &Flow, stack: &Stack) -> Vec<StackFrame> {
    let frame = |&(node, call): &(NodeId, Option<u32>)| {
        let call = call.map(|number| flow.call(number));
        StackFrame {
            node,
            back: call.map(|call| (call.back, call.leave)),
            pad: call.and_then(|call| call.pad),
            escapes: call.is_none_or(|call| call.escapes),
        }
    };
    stack.iter().map(frame).collect()
}

const NAMES: [&str; 8] = [
    "fsm",
    "fca",
    "efsm:0",
    "efsm:1",
    "efsm:2",
    "efca",
    "pfsm",
    "pfsm before",
];

struct Guides<'f> {
    fsm: Vec<u32>,
    fca: Vec<u32>,
    bounded: [Bounded<'f>; 3],
    summaries: Summaries,
    polymorphic: Polymorphic<'f>,
}

impl<'f> Guides<'f> {
    fn new(sample: &'f Sample) -> Guides<'f> {
        let Sample { flow, targets } = sample;
        let summaries = Summaries::new(flow, targets);
        Guides {
            fsm: fsm(flow, targets),
            fca: summaries.without_stack(flow),
            bounded: [0, 1, 2].map(|k| Bounded::new(flow, k, targets).expect("small")),
            summaries,
            polymorphic: Polymorphic::new(flow, targets),
        }
    }

    fn estimates(&mut self, flow: &Flow, stack: &Stack) -> [u32; 8] {
        let frames = frames(flow, stack);
        let top = frames.last().expect("a stack has a frame").node as usize;
        let mut fresh = None;
        if !self.polymorphic.is_explored(flow.function_of(top as u32)) {
            // As a search sees it that has not been here before.
            let below = trailhound_distance::Estimate::below(FAR);
            fresh = Some(
                frames
                    .iter()
                    .fold(below, |below, frame| self.polymorphic.push(below, frame))
                    .here,
            );
        }
        let pfsm = self.polymorphic.unroll(&frames);
        let [zero, one, two] = self.bounded.each_mut().map(|b| b.unroll(&frames));
        [
            self.fsm[top],
            self.fca[top],
            zero,
            one,
            two,
            unroll(&self.summaries, &frames),
            pfsm,
            fresh.unwrap_or(0),
        ]
    }
}

fn walk(seed: u64, flow: &Flow) -> Vec<Stack> {
    let mut random = Random(seed);
    let mut stacks = vec![vec![(flow.entry(FunctionId(0)).expect("a body"), None)]];
    for _ in 0..12 {
        let next = steps(flow, stacks.last().expect("the first"));
        if next.is_empty() || stacks.last().is_some_and(|s| s.len() > 6) {
            break;
        }
        let pick = random.below(next.len() as u32) as usize;
        stacks.push(next[pick].0.clone());
    }
    stacks
}

fn check(seed: u64) -> (u32, u32) {
    let sample = sample(seed);
    let flow = &sample.flow;
    let mut guides = Guides::new(&sample);
    let (mut compared, mut informed) = (0, 0);
    for walk_seed in 0..2 {
        for stack in walk(seed ^ walk_seed << 40, flow) {
            let here = guides.estimates(flow, &stack);
            let say = |what: &str| format!("seed {seed}, {stack:?}: {what}; {here:?} {NAMES:?}");
            let [fsm, fca, zero, one, two, efca, pfsm, _] = here;
            assert!(fsm <= fca && fca <= efca, "{}", say("fsm <= fca <= efca"));
            assert!(fsm <= zero, "{}", say("fsm <= efsm:0"));
            assert!(zero <= one && one <= two, "{}", say("efsm rises with k"));
            assert!(two <= efca, "{}", say("efsm:k <= efca"));
            assert!(
                pfsm >= fsm && pfsm <= efca,
                "{}",
                say("fsm <= pfsm <= efca")
            );
            match truth(&sample, &stack) {
                Truth::Exactly(distance) => {
                    for (estimate, name) in here.iter().zip(NAMES) {
                        assert!(
                            *estimate <= distance,
                            "{}",
                            say(&format!("{name} <= {distance}"))
                        );
                    }
                    assert_eq!(efca, distance, "{}", say("efca is the distance"));
                    compared += 1;
                    informed += (fsm < efca) as u32;
                }
                Truth::AtLeast(least) => {
                    assert!(efca >= least, "{}", say(&format!("efca >= {least}")));
                }
            }
            for (next, cost) in steps(flow, &stack) {
                let there = guides.estimates(flow, &next);
                // FCA without the stack forgets in a call where it came from. It has to: what
                // looks at the topmost node alone and never falls by more than a step costs is
                // at most FSM, because every edge of the merged graph is a step of some stack.
                for i in (0..7).filter(|&i| NAMES[i] != "fca") {
                    assert!(
                        here[i] <= there[i].saturating_add(cost),
                        "{}",
                        say(&format!("{} falls to {} over {cost}", NAMES[i], there[i]))
                    );
                }
            }
        }
    }
    (compared, informed)
}

#[test]
fn estimates_are_admissible_consistent_and_ordered() {
    let (mut compared, mut informed) = (0, 0);
    for seed in 1..300 {
        let (c, i) = check(seed);
        compared += c;
        informed += i;
    }
    // The comparison is worth something: many distances, and context matters in some.
    assert!(compared > 1500 && informed > 200, "{compared} {informed}");
}
