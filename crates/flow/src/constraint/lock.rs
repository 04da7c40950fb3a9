//! What a mutex allows: who locks it finds it free, and only its owner unlocks it.

use std::collections::BTreeSet;

use super::automaton::NodeAutomaton;
use super::powerset::{Effects, Set};
use crate::action::{Action, Object};
use crate::graph::{TaskId, TraceFlowGraph};
use crate::matching::{Match, is_object};

/// The mutexes that the program's text names.
pub fn mutexes(graph: &TraceFlowGraph) -> Vec<Object> {
    let actions = graph.nodes.iter().flat_map(|node| &node.actions);
    let objects: BTreeSet<&Object> = actions
        .filter_map(|action| match action {
            Action::Lock(object) => object.as_ref(),
            _ => None,
        })
        .collect();
    objects.into_iter().cloned().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    kind: Kind,
    /// The bit of the owner.
    owner: Set,
    certain: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Lock,
    Unlock,
}

const FREE: Set = 1;
/// Tasks with a bit of their own; beyond them, owners share one.
const MOST_OWNERS: usize = 62;

/// The automaton of a mutex: free, or held by one of the tasks.
///
/// To lock what is held, or to unlock what another task holds, is an error that ends the
/// execution; a recursive mutex is none of which this holds, and has no automaton.
pub fn lock_automaton(graph: &TraceFlowGraph, name: &str) -> NodeAutomaton {
    let owner_bit = |task: Option<&TaskId>| {
        let place = task.map_or(MOST_OWNERS, |task| (task.0 as usize).min(MOST_OWNERS));
        FREE << 1 << place
    };
    let changes = |node: usize| {
        let node = &graph.nodes[node];
        let owner = owner_bit(node.tasks.first());
        let changes: Vec<Change> = node
            .actions
            .iter()
            .filter_map(|action| {
                let (kind, object) = match action {
                    Action::Lock(object) => (Kind::Lock, object),
                    Action::Unlock(object) => (Kind::Unlock, object),
                    _ => return None,
                };
                let is_itself = object.as_ref().is_some_and(|object| object.0 == name);
                let certain = match is_object(object.as_ref(), name) {
                    Match::No => return None,
                    _ => is_itself,
                };
                Some(Change {
                    kind,
                    owner,
                    certain,
                })
            })
            .collect();
        (!changes.is_empty()).then_some(changes)
    };
    let apply = |changes: &Vec<Change>, set: Set| {
        changes.iter().fold(set, |set, change| {
            let changed = match change.kind {
                Kind::Lock if set & FREE != 0 => change.owner,
                Kind::Unlock if set & change.owner != 0 => FREE,
                _ => 0,
            };
            match change.certain {
                true => changed,
                false => changed | set,
            }
        })
    };
    Effects::collect(graph.nodes.len(), changes).automaton(FREE, apply, |_| true)
}
