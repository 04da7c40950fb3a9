//! Walks along a trace flow graph with events of an execution: all places where the graph
//! may be after them. Written from the meaning of the graph, without its automata.

use std::collections::BTreeSet;

use trailhound_flow::action::{Action, Argument, Object};
use trailhound_flow::graph::{Node, NodeId, TaskId, TraceFlowGraph};

/// Something that the program was seen to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    Lock(String),
    Unlock(String),
    Read {
        name: String,
        value: i64,
    },
    Write {
        name: String,
        before: i64,
        after: i64,
    },
    Mark(String),
    Call {
        function: String,
        argument: i64,
    },
}

/// Where a path may be: at a node, with every task behind a node of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    last: NodeId,
    /// By task; none before it is started.
    tasks: Vec<Option<NodeId>>,
    /// The task of each thread that has done something.
    threads: Vec<Option<TaskId>>,
}

pub type Places = BTreeSet<Place>;

pub fn start(graph: &TraceFlowGraph) -> Places {
    let mut tasks = vec![None; graph.tasks.len()];
    tasks[0] = Some(graph.initial);
    let place = Place {
        last: graph.initial,
        tasks,
        threads: Vec::new(),
    };
    silent(graph, BTreeSet::from([place]))
}

/// All places after one more event.
pub fn after(graph: &TraceFlowGraph, places: &Places, thread: u32, seen: &Seen) -> Places {
    let mut found = BTreeSet::new();
    for place in places {
        for (node, next) in steps(graph, place) {
            if fits(node, seen)
                && let Some(next) = of_thread(graph, next, thread, node.tasks[0])
            {
                found.insert(next);
            }
        }
    }
    silent(graph, found)
}

/// Whether the program may end here.
pub fn ends(graph: &TraceFlowGraph, places: &Places) -> bool {
    places.iter().any(|place| {
        let last = &graph.nodes[place.last.0 as usize];
        let mut tasks = (0..graph.tasks.len() as u32).map(TaskId);
        last.next.contains(&graph.final_node)
            && tasks.all(|task| {
                let shape = &graph.tasks[task.0 as usize];
                shape.cut || place.tasks[task.0 as usize].is_none() || has_ended(graph, place, task)
            })
    })
}

/// Whether a task may have nothing more to do.
fn has_ended(graph: &TraceFlowGraph, place: &Place, task: TaskId) -> bool {
    let node = |id: NodeId| &graph.nodes[id.0 as usize];
    graph.tasks[task.0 as usize].many
        || place.tasks[task.0 as usize].is_some_and(|at| {
            let next = &node(at).next;
            next.contains(&graph.final_node)
                || !next.iter().any(|&next| node(next).tasks.contains(&task))
        })
}

/// The thread that did something is the one of that task, and of no other.
fn of_thread(graph: &TraceFlowGraph, mut place: Place, thread: u32, task: TaskId) -> Option<Place> {
    let thread = thread as usize;
    if place.threads.len() <= thread {
        place.threads.resize(thread + 1, None);
    }
    let known = place.threads[thread];
    if known == Some(task) {
        return Some(place);
    }
    // The machine numbers a new thread like one that has ended.
    if known.is_some_and(|known| !has_ended(graph, &place, known)) {
        return None;
    }
    let taken = place.threads.contains(&Some(task));
    if taken && !graph.tasks[task.0 as usize].many {
        return None;
    }
    place.threads[thread] = Some(task);
    Some(place)
}

/// Adds what can be reached through nodes that nothing is seen of.
fn silent(graph: &TraceFlowGraph, mut places: Places) -> Places {
    let mut waiting: Vec<Place> = places.iter().cloned().collect();
    while let Some(place) = waiting.pop() {
        for (node, next) in steps(graph, &place) {
            if may_be_silent(node) && places.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    places
}

fn steps<'g>(
    graph: &'g TraceFlowGraph,
    place: &'g Place,
) -> impl Iterator<Item = (&'g Node, Place)> {
    let last = &graph.nodes[place.last.0 as usize];
    let next = last
        .next
        .iter()
        .chain(&graph.precedes[place.last.0 as usize]);
    next.filter(|&&next| next != graph.final_node)
        .filter_map(move |&next| {
            let node = &graph.nodes[next.0 as usize];
            let mut after = place.clone();
            after.last = next;
            for (number, &task) in node.tasks.iter().enumerate() {
                if graph.tasks[task.0 as usize].many {
                    continue;
                }
                match place.tasks[task.0 as usize] {
                    Some(at) if graph.nodes[at.0 as usize].next.contains(&next) => {}
                    // The second task of a node that comes first is started there.
                    None if number == 1 => {}
                    _ => return None,
                }
                after.tasks[task.0 as usize] = Some(next);
            }
            Some((node, after))
        })
}

/// Whether a node may be passed without anything to be seen.
fn may_be_silent(node: &Node) -> bool {
    node.actions.iter().all(|action| match action {
        Action::Lock(object) | Action::Unlock(object) | Action::Read(object) => object.is_none(),
        Action::Write { object, .. } => object.is_none(),
        Action::Test { .. } => true,
        _ => false,
    })
}

fn fits(node: &Node, seen: &Seen) -> bool {
    let mut actions = node.actions.iter();
    match seen {
        Seen::Mark(name) => actions.any(|action| *action == Action::Mark(name.clone())),
        Seen::Lock(name) => {
            actions.any(|action| matches!(action, Action::Lock(object) if is(object, name)))
        }
        Seen::Unlock(name) => {
            actions.any(|action| matches!(action, Action::Unlock(object) if is(object, name)))
        }
        Seen::Call { function, argument } => actions.any(|action| match action {
            Action::Call {
                function: called,
                arguments,
            } => {
                function == called
                    && match arguments.first() {
                        Some(Argument::Constant(constant)) => constant == argument,
                        Some(Argument::Unknown) => true,
                        _ => false,
                    }
            }
            _ => false,
        }),
        Seen::Read { name, value } => {
            !writes(node)
                && tests_hold(node, name, *value)
                && actions.any(|action| matches!(action, Action::Read(object) if is(object, name)))
        }
        Seen::Write {
            name,
            before,
            after,
        } => {
            // An exchange that fails is seen as a write of what was there.
            let fails = before == after && !writes(node);
            tests_hold(node, name, *before)
                && actions.any(|action| match action {
                    Action::Write { object, value } => {
                        is(object, name) && value.is_none_or(|value| value == *after)
                    }
                    Action::Read(object) => fails && is(object, name),
                    _ => false,
                })
        }
    }
}

fn writes(node: &Node) -> bool {
    let mut actions = node.actions.iter();
    actions.any(|action| matches!(action, Action::Write { .. }))
}

fn is(object: &Option<Object>, name: &str) -> bool {
    object.as_ref().is_none_or(|object| object.0 == name)
}

fn tests_hold(node: &Node, name: &str, found: i64) -> bool {
    node.actions.iter().all(|action| match action {
        Action::Test {
            object,
            value,
            equal,
        } => object.0 != name || (found == *value) == *equal,
        _ => true,
    })
}
