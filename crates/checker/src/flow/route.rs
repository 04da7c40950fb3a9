//! The way that a path through the graph goes through the places of the program's code.

use trailhound_flow::graph::{Node, TraceFlowGraph};
use trailhound_flow::search::AbstractPath;

/// The places of a path, and the order in which it passes them, by their numbers, up to where the
/// rule is broken. What a task does in one place in a row counts once: it may be one pass.
pub fn of(graph: &TraceFlowGraph, path: &AbstractPath) -> (Vec<String>, Vec<u32>) {
    let last = path.trap.map_or(path.steps.len(), |trap| trap + 1);
    let seen = path.steps[..last].iter();
    let mut nodes: Vec<&Node> = seen
        .filter(|step| step.symbol.is_some())
        .map(|step| &graph.nodes[step.node.0 as usize])
        .filter(|node| node.place.is_some())
        .collect();
    nodes.dedup_by_key(|node| (&node.tasks, &node.place));
    let mut places: Vec<String> = Vec::new();
    let mut order = Vec::new();
    for place in nodes.into_iter().flat_map(|node| &node.place) {
        let known = places.iter().position(|known| known == place);
        order.push(known.unwrap_or(places.len()) as u32);
        if known.is_none() {
            places.push(place.clone());
        }
    }
    (places, order)
}
