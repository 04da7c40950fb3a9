//! How many locks a function has taken and not given back at each of its operations, when
//! all paths there agree. For locks that are taken by calls; who holds what at run time is
//! the machine's business.

use crate::flow::{CallKind, Flow, NodeId};
use trailhound_analysis::direct_callee;
use trailhound_contracts::{acquires, releases};
use trailhound_program::{FunctionId, Program};

/// Locks taken less locks given back since the start of the function; None where paths
/// disagree or nothing leads to.
pub struct LockBalance {
    at: Vec<Option<i32>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Balance {
    Unknown,
    Known(i32),
    Disagrees,
}

impl Balance {
    fn join(self, other: i32) -> Balance {
        match self {
            Balance::Unknown => Balance::Known(other),
            Balance::Known(known) if known == other => self,
            _ => Balance::Disagrees,
        }
    }
}

impl LockBalance {
    pub fn new(program: &Program, flow: &Flow) -> LockBalance {
        let own = own_effects(program, flow);
        let mut at = vec![Balance::Unknown; flow.nodes() as usize];
        let mut of_function = vec![Balance::Unknown; flow.functions() as usize];
        let mut waiting: Vec<NodeId> = Vec::new();
        for function in (0..flow.functions()).map(FunctionId) {
            if let Some(entry) = flow.entry(function) {
                at[entry as usize] = Balance::Known(0);
                waiting.push(entry);
            }
        }
        while let Some(node) = waiting.pop() {
            let Balance::Known(here) = at[node as usize] else {
                continue;
            };
            let mut next: Vec<(NodeId, i32)> = Vec::new();
            let edges = flow.successors(node).iter();
            next.extend(edges.map(|edge| (edge.to, here + own[node as usize])));
            for &call in flow.calls_at(node) {
                let call = flow.call(call);
                if call.kind == CallKind::Spawn {
                    continue;
                }
                let mut effect = Balance::Unknown;
                for (callee, _) in flow.callees(call) {
                    if let Balance::Known(known) = of_function[callee.index()] {
                        effect = effect.join(known);
                    }
                }
                if let Balance::Known(effect) = effect {
                    next.push((call.back, here + effect));
                }
                next.extend(call.pad.map(|pad| (pad, here)));
            }
            for (to, balance) in next {
                let joined = at[to as usize].join(balance);
                if joined != at[to as usize] {
                    at[to as usize] = joined;
                    waiting.push(to);
                }
            }
            if flow.returns.binary_search(&node).is_ok() {
                let function = flow.function_of(node);
                let joined = of_function[function.index()].join(here);
                if joined != of_function[function.index()] {
                    of_function[function.index()] = joined;
                    // Its callers can go on now.
                    for &set in flow.targets_with(function) {
                        let calls = flow.calls_of_targets(set).iter();
                        waiting.extend(calls.map(|&call| flow.call(call).at));
                    }
                }
            }
        }
        let known = |balance: Balance| match balance {
            Balance::Known(known) => Some(known),
            Balance::Unknown | Balance::Disagrees => None,
        };
        LockBalance {
            at: at.into_iter().map(known).collect(),
        }
    }

    pub fn at(&self, node: NodeId) -> Option<i32> {
        self.at[node as usize]
    }
}

/// What each operation itself takes or gives back.
fn own_effects(program: &Program, flow: &Flow) -> Vec<i32> {
    let mut effects = vec![0; flow.nodes() as usize];
    for (id, function) in program.functions.iter().enumerate() {
        let nodes = flow.nodes_of(FunctionId(id as u32));
        let Some(body) = function.body.as_ref().filter(|_| !nodes.is_empty()) else {
            continue;
        };
        for (node, pc) in nodes.zip(0..) {
            if let Some(callee) = direct_callee(body, pc) {
                let callee = &program.functions[callee.index()];
                let takes = acquires(callee) as i32;
                effects[node as usize] = takes - releases(callee) as i32;
            }
        }
    }
    effects
}
