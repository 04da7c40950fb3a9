//! Constraints that the user writes: what the environment allows.

use super::automaton::{NodeAutomaton, REJECTED};
use super::powerset::{Effects, Set};
use crate::automaton::{Dfa, State};
use crate::graph::{NodeId, TraceFlowGraph};
use crate::matching::{Seen, seen};
use crate::property::{Event, Rule};

/// The automaton of a rule over the nodes of a graph. A node that may be one event or
/// another may be any of them.
///
/// None where it is too large: more than 64 states and nodes of which the text does not
/// tell what they are.
pub fn context_automaton(
    graph: &TraceFlowGraph,
    rule: &Rule,
    events: &[Event],
) -> Option<NodeAutomaton> {
    let nodes = graph.nodes.len();
    let is_end =
        |node: usize| node == graph.initial.0 as usize || node == graph.final_node.0 as usize;
    let what = |node: usize| {
        let seen = seen(graph, NodeId(node as u32), rule, events);
        (!is_end(node) && seen[..] != [None]).then_some(seen)
    };
    let dfa = &rule.automaton;
    if (0..nodes).filter_map(what).all(|seen| seen.len() == 1) {
        return Some(certain(dfa, nodes, what));
    }
    if dfa.len() > Set::BITS as usize {
        return None;
    }
    let members = |set: Set| (0..dfa.len() as State).filter(move |state| set >> state & 1 == 1);
    let trap = dfa.trap();
    let apply = |seen: &Seen, set: Set| {
        let mut next: Set = 0;
        for state in members(set) {
            for symbol in seen {
                let state = symbol.map_or(state, |symbol| dfa.next(state, symbol));
                if Some(state) != trap {
                    next |= 1 << state;
                }
            }
        }
        next
    };
    let accepts = |set: Set| members(set).any(|state| dfa.is_accepting(state));
    let start = 1 << dfa.start();
    Some(Effects::collect(nodes, what).automaton(start, apply, accepts))
}

/// Every node is one event or none: the automaton itself.
fn certain(dfa: &Dfa, nodes: usize, what: impl Fn(usize) -> Option<Seen>) -> NodeAutomaton {
    let trap = dfa.trap();
    let rows = (0..dfa.symbols()).map(|symbol| {
        let next = (0..dfa.len() as State).map(|state| dfa.next(state, symbol));
        next.map(|next| if Some(next) == trap { REJECTED } else { next })
            .collect()
    });
    NodeAutomaton {
        start: dfa.start(),
        accepting: (0..dfa.len() as State)
            .map(|s| dfa.is_accepting(s))
            .collect(),
        effects: (0..nodes)
            .map(|node| {
                what(node)
                    .and_then(|seen| seen[0])
                    .map(|symbol| symbol as u32)
            })
            .collect(),
        rows: rows.collect(),
    }
}
