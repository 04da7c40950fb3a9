//! FSM: the shortest path to a target that ignores who called whom. A return may go to
//! any caller, so a path may enter a function from one place and leave it to another.

use crate::cost::{Cost, sum};
use crate::flow::{CallKind, Flow, NodeId, Target};
use crate::queue::Distances;
use trailhound_program::FunctionId;

/// Where the places of the pass lie beside the nodes: a set of targets is one place to
/// enter by, one to return to and one to raise to, so that a call through a pointer with a
/// hundred targets is two edges and not a hundred.
struct Places {
    enter: u32,
    back: u32,
    raise: u32,
    /// For each function: its returns, and the exceptions that leave it.
    exit: u32,
    escape: u32,
    all: usize,
}

/// The distance of every node to the nearest target.
pub fn fsm(flow: &Flow, targets: &[Target]) -> Vec<Cost> {
    let nodes = flow.nodes();
    let sets = flow.targets.len() as u32;
    let functions = flow.functions();
    let places = Places {
        enter: nodes,
        back: nodes + sets,
        raise: nodes + 2 * sets,
        exit: nodes + 3 * sets,
        escape: nodes + 3 * sets + functions,
        all: (nodes + 3 * sets + 2 * functions) as usize,
    };
    let mut raises_of: Vec<Vec<(NodeId, Cost)>> = vec![Vec::new(); functions as usize];
    for &(node, cost) in &flow.raises {
        raises_of[flow.function_of(node).index()].push((node, cost));
    }
    let mut uncaught_in: Vec<Vec<u32>> = vec![Vec::new(); functions as usize];
    for call in &flow.calls {
        if call.escapes && call.kind == CallKind::Call {
            uncaught_in[flow.function_of(call.at).index()].push(call.targets);
        }
    }
    let mut distances = Distances::new(places.all);
    for target in targets {
        distances.offer(target.node, target.left);
    }
    while let Some((place, cost)) = distances.settle() {
        if place < places.enter {
            at_node(flow, &places, &mut distances, place, cost);
        } else if place < places.back {
            for &call in flow.calls_of_targets(place - places.enter) {
                let call = flow.call(call);
                distances.offer(call.at, sum([cost, call.enter]));
            }
        } else if place < places.raise {
            for &function in &flow.targets[(place - places.back) as usize] {
                distances.offer(places.exit + function.0, cost);
            }
        } else if place < places.exit {
            for &function in &flow.targets[(place - places.raise) as usize] {
                distances.offer(places.escape + function.0, cost);
            }
        } else if place < places.escape {
            for &node in flow.returns_of(FunctionId(place - places.exit)) {
                distances.offer(node, cost);
            }
        } else {
            let function = (place - places.escape) as usize;
            for &(node, raise) in &raises_of[function] {
                distances.offer(node, sum([cost, raise]));
            }
            for &set in &uncaught_in[function] {
                distances.offer(places.raise + set, cost);
            }
        }
    }
    distances.best.truncate(nodes as usize);
    distances.best
}

fn at_node(flow: &Flow, places: &Places, distances: &mut Distances, node: NodeId, cost: Cost) {
    for edge in flow.predecessors(node) {
        distances.offer(edge.to, sum([cost, edge.cost]));
    }
    for &call in flow.calls_back_to(node) {
        let call = flow.call(call);
        distances.offer(places.back + call.targets, sum([cost, call.leave]));
    }
    for &call in flow.calls_caught_at(node) {
        distances.offer(places.raise + flow.call(call).targets, cost);
    }
    if let Some(function) = flow.starts(node) {
        for &set in flow.targets_with(function) {
            distances.offer(places.enter + set, cost);
        }
    }
}
