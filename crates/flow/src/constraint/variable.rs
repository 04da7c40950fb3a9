//! What the values of one variable allow: a test cannot find a value that the variable
//! does not have. The values are those that tests in the program's text name, and "another
//! one".

use std::collections::BTreeSet;

use super::automaton::NodeAutomaton;
use super::powerset::{Effects, Set};
use crate::action::{Action, Object};
use crate::graph::TraceFlowGraph;
use crate::matching::{Match, is_object};

/// The variables that some branch tests.
pub fn tested(graph: &TraceFlowGraph) -> Vec<Object> {
    let actions = graph.nodes.iter().flat_map(|node| &node.actions);
    let objects: BTreeSet<&Object> = actions
        .filter_map(|action| match action {
            Action::Test { object, .. } => Some(object),
            _ => None,
        })
        .collect();
    objects.into_iter().cloned().collect()
}

/// What a node does to the possible values, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// It has one of these values now.
    Becomes(Set),
    /// It has one of these values now, or it is as it was.
    MayBecome(Set),
    /// It has one of these values, or the path is not real.
    Has(Set),
}

/// Bits of a set; one stands for all values that are not named.
const MOST_VALUES: usize = 63;

/// The automaton of a variable: a state is the set of values that it can have. The actions
/// of the initial node are the values before the first step; without them it can be any.
pub fn variable_automaton(graph: &TraceFlowGraph, name: &str) -> NodeAutomaton {
    let values = values(graph, name);
    let other: Set = 1 << values.len();
    let any: Set = (other << 1) - 1;
    let set_of = |value: i64| match values.binary_search(&value) {
        Ok(place) => 1 << place,
        Err(_) => other,
    };
    let change = |action: &Action| match action {
        Action::Write { object, value } => {
            // A number is written to the variable itself or not at all; anything may be
            // left in it by what is written around it.
            let is_itself = object.as_ref().is_some_and(|object| object.0 == name);
            let written = match value {
                Some(value) if is_itself => set_of(*value),
                _ => any,
            };
            match is_object(object.as_ref(), name) {
                Match::No => None,
                _ if is_itself => Some(Change::Becomes(written)),
                _ => Some(Change::MayBecome(written)),
            }
        }
        Action::Test {
            object,
            value,
            equal,
        } if object.0 == name => match (equal, values.binary_search(value)) {
            (true, Ok(place)) => Some(Change::Has(1 << place)),
            (true, Err(_)) => Some(Change::Has(other)),
            (false, Ok(place)) => Some(Change::Has(any & !(1 << place))),
            (false, Err(_)) => None,
        },
        _ => None,
    };
    let changes = |node: usize| {
        let actions = graph.nodes[node].actions.iter();
        let changes: Vec<Change> = actions.filter_map(change).collect();
        (!changes.is_empty()).then_some(changes)
    };
    let apply = |changes: &Vec<Change>, set: Set| {
        changes.iter().fold(set, |set, change| match *change {
            _ if set == 0 => 0,
            Change::Becomes(values) => values,
            Change::MayBecome(values) => set | values,
            Change::Has(values) => set & values,
        })
    };
    let first = graph.initial.0 as usize;
    let start = changes(first).map_or(any, |changes| apply(&changes, any));
    let seen = |node: usize| changes(node).filter(|_| node != first);
    Effects::collect(graph.nodes.len(), seen).automaton(start, apply, |_| true)
}

/// The values that tests name for a variable. Others that are written to it need no bit of
/// their own: no test tells them apart.
fn values(graph: &TraceFlowGraph, name: &str) -> Vec<i64> {
    let actions = graph.nodes.iter().flat_map(|node| &node.actions);
    let tested: BTreeSet<i64> = actions
        .filter_map(|action| match action {
            Action::Test { object, value, .. } if object.0 == name => Some(*value),
            _ => None,
        })
        .collect();
    tested.into_iter().take(MOST_VALUES - 1).collect()
}
